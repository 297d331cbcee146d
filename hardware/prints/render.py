"""Renders one picture with Blender's path tracer: python render.py SCENE.json PICTURE.jpg

The scene, written by `pictures.py`, lists STL files with positions and materials, and the camera.
Runs in the environment with Blender as a module, `.cache/render`.
"""

import json
import math
import sys
from typing import Any

import bpy
from mathutils import Euler, Matrix, Vector

MM = 0.001 * 10  # Blender's units: a board is about two units wide, which suits its defaults
SAMPLES = 12  # per pixel, before denoising
LENS = 70.0  # mm
EDGE_DEG = 35.0  # steeper edges are drawn sharp

# Colour (linear red, green, blue), roughness, and other properties.
MATERIALS: dict[str, tuple[tuple[float, float, float], float, dict[str, float]]] = {
    "dark": ((0.020, 0.023, 0.030), 0.55, {}),
    "darker": ((0.012, 0.013, 0.017), 0.6, {}),
    "white": ((0.82, 0.82, 0.80), 0.55, {}),
    "ivory": ((0.80, 0.71, 0.54), 0.45, {}),
    "brick": ((0.36, 0.070, 0.032), 0.45, {}),
    "brown": ((0.19, 0.085, 0.035), 0.5, {}),
    "black": ((0.022, 0.022, 0.024), 0.5, {}),
    "brass": ((0.80, 0.55, 0.22), 0.3, {"Metallic": 1.0}),
    "steel": ((0.62, 0.63, 0.65), 0.25, {"Metallic": 1.0}),
    "mark": ((0.80, 0.52, 0.16), 0.45, {}),
    "mask": ((0.72, 0.74, 0.73), 0.35, {}),
    "green": ((0.010, 0.16, 0.055), 0.35, {}),
    "gold": ((0.75, 0.53, 0.20), 0.3, {"Metallic": 1.0}),
    "north": ((0.55, 0.03, 0.03), 0.4, {}),
    "south": ((0.02, 0.09, 0.45), 0.4, {}),
    "clear": ((0.80, 0.82, 0.84), 0.25, {"Transmission Weight": 0.45}),
    "table": ((0.30, 0.27, 0.235), 0.6, {}),
}
# The colour and strength of the room's light on a table, and lamps: degrees around, degrees up,
# size relative to the picture, power.
ROOMS: dict[str, tuple[tuple[float, float, float], float, list[tuple[float, ...]]]] = {
    "studio": (
        (0.85, 0.9, 1.0),
        0.16,
        [(-50, 55, 1.1, 42.0), (60, 35, 0.7, 12.0), (170, 40, 0.9, 26.0)],
    ),
    "day": ((0.80, 0.89, 1.0), 0.45, [(-115, 38, 1.6, 110.0)]),
    "evening": ((1.0, 0.72, 0.45), 0.02, [(140, 50, 0.5, 7.0)]),
}
LIGHTS = {
    "lit white": (1.0, 0.88, 0.72),
    "lit green": (0.10, 1.0, 0.22),
    "lit blue": (0.10, 0.32, 1.0),
    "lit amber": (1.0, 0.42, 0.04),
    "lit red": (1.0, 0.06, 0.03),
}


def material(name: str) -> Any:
    found = bpy.data.materials.get(name)
    if found:
        return found
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    if name in LIGHTS:
        shader.inputs["Base Color"].default_value = (0.8, 0.8, 0.8, 1.0)
        shader.inputs["Emission Color"].default_value = (*LIGHTS[name], 1.0)
        shader.inputs["Emission Strength"].default_value = 2.6
        shader.inputs["Roughness"].default_value = 0.5
        return made
    if name.startswith("#"):  # a colour of the page
        parts = [int(name[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        MATERIALS[name] = ((linear[0], linear[1], linear[2]), 0.5, {})
    colour, rough, more = MATERIALS[name]
    shader.inputs["Base Color"].default_value = (*colour, 1.0)
    shader.inputs["Roughness"].default_value = rough
    for key, value in more.items():
        shader.inputs[key].default_value = value
    return made


def load(item: dict[str, Any]) -> Any:
    bpy.ops.wm.stl_import(filepath=item["stl"])
    thing = bpy.context.object
    turn = Euler([math.radians(angle) for angle in item.get("turn", (0, 0, 0))]).to_matrix()
    place = Matrix.Translation(Vector(item.get("at", (0, 0, 0))))
    thing.matrix_world = Matrix.Identity(4)
    thing.data.transform(Matrix.Scale(MM, 4) @ place @ turn.to_4x4())
    bpy.ops.object.shade_smooth_by_angle(angle=math.radians(EDGE_DEG))
    thing.data.materials.append(material(item["material"]))
    return thing


def softbox(place: Any, target: Any, size: float, power: float) -> None:
    data = bpy.data.lights.new("softbox", "AREA")
    data.shape, data.size, data.energy = "DISK", size, power
    light = bpy.data.objects.new("softbox", data)
    light.location = place
    light.rotation_euler = (target - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(light)


def main(source: str, picture: str) -> None:
    with open(source, encoding="utf-8") as file:
        scene = json.load(file)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for item in scene["items"]:
        load(item)
    target = Vector(scene["look_at"]) * MM
    tilt, round_, away = scene["view"]
    a, b = math.radians(tilt), math.radians(round_)
    way = Vector((math.sin(b) * math.cos(a), -math.cos(b) * math.cos(a), math.sin(a)))
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width = LENS, 36.0
    camera = bpy.data.objects.new("camera", data)
    camera.location = target + way * away * MM
    camera.rotation_euler = (-way).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(camera)
    if scene["table"] is not None:
        bpy.ops.mesh.primitive_plane_add(size=200.0, location=(0, 0, scene["table"] * MM))
        bpy.context.object.data.materials.append(material("table"))
    wide = scene["wide"] * MM
    room, strength, boxes = ROOMS[scene["light"]]
    for turn, up, size, power in boxes:
        a, b = math.radians(up if tilt > 0 else -up), math.radians(turn)
        way = Vector((math.sin(b) * math.cos(a), -math.cos(b) * math.cos(a), math.sin(a)))
        softbox(target + way * wide * 1.6, target, wide * size, power * wide * wide)
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (*room, 1.0)
    world.node_tree.nodes["Background"].inputs[1].default_value = (
        strength if scene["table"] is not None else 0.6
    )
    here = bpy.context.scene
    here.world, here.camera = world, camera
    here.render.engine = "CYCLES"
    here.cycles.device = "CPU"
    here.cycles.samples = SAMPLES
    here.cycles.seed = 1
    here.cycles.use_denoising = True
    here.cycles.max_bounces = 6
    here.view_settings.view_transform = "Filmic"
    here.view_settings.look = "Medium High Contrast"
    here.view_settings.exposure = scene["exposure"]
    here.render.resolution_x, here.render.resolution_y = scene["size"]
    here.render.image_settings.file_format = "JPEG"
    here.render.image_settings.quality = 88
    here.render.filepath = picture
    bpy.ops.render.render(write_still=True)


main(*sys.argv[1:])
