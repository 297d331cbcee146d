// Pictures, from the STL files as they are printed. `folder` is where those are.
include <parameters.scad>

folder = "../../build/hardware/prints";
seams = [[], []];  // of a board whose large parts are cut
scene = "together";

module stl(name) import(str(folder, "/", name, ".stl"), convexity = 10);

module rounded(box, r) {
    translate([box[0] + r, box[1] + r])
        offset(r = r) square([box[2] - box[0] - 2 * r, box[3] - box[1] - 2 * r]);
}

// The circuit board, with what stands on it in the prints' way.
module board_with_parts(up = 0) translate([0, 0, up]) {
    color("darkgreen") translate([0, 0, -board_thickness]) linear_extrude(board_thickness) difference() {
        rounded(board_box, board_corner);
        for (h = concat(grid_holes, strip_holes)) translate(h) circle(d = screw);
    }
    color("dimgray") for (c = cells) translate([c[0] - 1.5, c[1] - 1.5, 0]) cube([3, 3, 1.1]);
    color("white") for (l = leds) translate([l[0] - 2.5, l[1] - 2.5, 0]) cube([5, 5, led_height]);
    color("gray") for (b = buttons) translate([b[0], b[1], 0]) {
        translate([-button_body / 2, -button_body / 2, 0]) cube([button_body, button_body, button_body_height]);
        cylinder(d = button_stem, h = button_height);
    }
    color("teal") translate([pico[0] - 10.5, pico[1] - 25.5, 0]) cube([21, 51, pico_stack - 2.7]);
    color("silver") translate([pico[0] - 4, pico[1] + 20.8, pico_stack - 2.7]) cube([8, 6, 2.7]);
}


base_at = -board_thickness - below_board - case_floor;

module base(up = 0) color([0.25, 0.25, 0.3]) translate([0, 0, base_at + up]) stl("base");
module plate(up = 0) color([0.32, 0.33, 0.38]) translate([0, 0, plate_under + up]) stl("plate");
module grid(up = 0) color("whitesmoke") translate([0, 0, up]) stl("grid");
module rings(up = 0) color([0.72, 0.88, 1]) for (c = cells) translate([c[0], c[1], well_floor + up]) stl("ring");
module spacers(up = 0) color("gold") for (h = strip_holes) translate([h[0], h[1], up]) stl("spacer");
module hood(up = 0) color([0.45, 0.46, 0.52])
    translate([0, 0, hood_inside + hood_roof + up]) rotate([180, 0, 0]) stl("hood");

module disc(name, cell, over, turned = false) {
    at = [cells[cell][0], cells[cell][1], well_floor];
    color(name == "tile_first" ? "ivory" : "chocolate") translate(at)
        translate([0, 0, turned ? tile_thickness : 0]) rotate([turned ? 180 : 0, 0, 0]) stl(name);
    color("tan") if (!turned) translate(at + [0, 0, pocket_floor + magnet_height]) stl("plug");
}

module tiles_on_board() {
    disc("tile_first", 5);
    disc("tile_first", 6, turned = true);
    disc("tile_second", 9);
    disc("tile_second", 10, turned = true);
}

module together() {
    base(); board_with_parts(); grid(); spacers(); plate(); rings(); hood();
}

// What is raised, darker than it is printed: a picture has no shadows. The two bodies share no side,
// which would be speckled.
module chessman_in_two_colours(name, top, low, high) {
    color(low) render() difference() { stl(name); translate([-20, -20, top + 0.01]) cube(40); }
    color(high) render() intersection() { stl(name); translate([-20, -20, top + 0.01]) cube(40); }
}

tops = [6, 10, 10, 12, 16];  // heights of those, CHESSMEN in parts.py
chessmen = ["pawn", "rook", "knight", "magician", "king"];
pieces = ["0_black_horizontal_solid_round", "1_black_horizontal_solid_square",
    "2_black_horizontal_hollow_round", "3_black_horizontal_hollow_square",
    "4_black_vertical_solid_round", "5_black_vertical_solid_square",
    "6_black_vertical_hollow_round", "7_black_vertical_hollow_square",
    "8_brown_horizontal_solid_round", "9_brown_horizontal_solid_square",
    "a_brown_horizontal_hollow_round", "b_brown_horizontal_hollow_square",
    "c_brown_vertical_solid_round", "d_brown_vertical_solid_square",
    "e_brown_vertical_hollow_round", "f_brown_vertical_hollow_square"];

if (scene == "together") { together(); tiles_on_board(); }
else if (scene == "apart") {
    base(); board_with_parts(40); grid(62); spacers(62); plate(90); rings(115); hood(125);
} else if (scene == "cut") difference() {
    union() { together(); tiles_on_board(); }
    // Through the sensors of the third row, seen from the front.
    translate([-100, 2 * cells[4][1] - 500, -50]) cube([500, 500, 100]);
} else if (scene == "under") { // light grid on the circuit board
    base(); board_with_parts(); grid(); spacers();
} else if (scene == "tiles") {
    for (second = [0, 1]) translate([0, -42 * second, 0]) {
        color(second ? "chocolate" : "ivory") {
            stl(second ? "tile_second" : "tile_first");
            translate([42, 0, tile_thickness]) rotate([180, 0, 0]) stl(second ? "tile_second" : "tile_first");
        }
        color("tan") translate([0, 0, pocket_floor + magnet_height]) stl("plug");
        // Cut open: floor, magnet, plug.
        translate([84, 0, 0]) difference() {
            union() {
                color(second ? "chocolate" : "ivory") stl(second ? "tile_second" : "tile_first");
                color("tan") translate([0, 0, pocket_floor + magnet_height]) stl("plug");
            }
            translate([-50, -100, -1]) cube([100, 100, 20]);
        }
        // First player's: south pole (blue) below.
        for (half = [0, 1]) color((half + second) % 2 ? "crimson" : "royalblue")
            translate([84 - magnet_diameter / 2, -0.4, pocket_floor + half * magnet_height / 2])
                cube([magnet_diameter, 0.6, magnet_height / 2]);
    }
} else if (scene == "pieces") {
    for (n = [0:15]) translate([38 * (n % 8), n < 8 ? 0 : -70, 0])
        color(n < 8 ? [0.3, 0.3, 0.32] : [0.72, 0.48, 0.26]) stl(str("piece_", pieces[n]));
} else if (scene == "jig") {
    color("khaki") stl("jig");
    color("ivory") translate([0, 0, 14]) stl("tile_first");
    color("silver") translate([0, 0, 30]) cylinder(d = magnet_diameter, h = magnet_height);
    color("tan") translate([0, 0, 38]) stl("plug");
    color("chocolate") translate([38, 0, 14]) stl("tile_second");
    color("silver") translate([38, 0, 30]) cylinder(d = magnet_diameter, h = magnet_height);
} else if (scene == "chessmen") {
    for (second = [0, 1]) for (n = [0:4]) translate([40 * n, -42 * second, 0])
        chessman_in_two_colours(str("chess_", chessmen[n], second ? "_second" : "_first"), tops[n],
            second ? "chocolate" : "ivory", second ? "saddlebrown" : "tan");
} else if (scene == "quarters") {
    for (i = [0:len(seams[0])]) for (j = [0:len(seams[1])]) translate([14 * i, -14 * j, 0]) {
        at = str("_", i + 1, "_", j + 1);
        color([0.25, 0.25, 0.3]) stl(str("base", at));
        color("whitesmoke") translate([0, 0, 70]) stl(str("grid", at));
        color([0.32, 0.33, 0.38]) translate([0, 0, 130]) stl(str("plate", at));
    }
} else assert(false, str("no scene ", scene));
