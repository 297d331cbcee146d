// Plate, light rings, light grid, case, hood and spacers of a board.
// Drawn where they belong, y away from the player at the bottom, z from the circuit board's top face; `laid` puts a part on the bed.
// `hardware/prints/parts.py` says how many of each are needed.
include <parameters.scad>

module rounded(box, r) {
    translate([box[0] + r, box[1] + r])
        offset(r = r) square([box[2] - box[0] - 2 * r, box[3] - box[1] - 2 * r]);
}

function grown(box, by) = [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
function hood_box() = [hood_room[0] - hood_wall, hood_room[1] - hood_wall, case_box[2], case_box[3]];

// A countersunk M3, its head's top at z = 0, going down.
module countersunk(length) {
    translate([0, 0, -length]) cylinder(d = screw, h = length + 0.1);
    translate([0, 0, -1.7]) cylinder(d1 = screw, d2 = screw_head, h = 1.71);
    cylinder(d = screw_head, h = 20);
}

// Where the plate is open through all its thickness.
module plate_holes() {
    for (h = concat(grid_holes, strip_holes)) translate(h) circle(d = screw);
    rounded(opening(), 2);
    for (b = buttons) translate(b) circle(d = button_stem + 1);
}

module at_cells() for (c = cells) translate(c) children();

// The floors of the wells, each held by four bridges across its ring of light. Plane layers,
// because `hardware.prints` gets each by itself and joins them: OpenSCAD takes minutes to.
module plate() difference() {
    for (k = [0:2]) plate_body(k);
    plate_cut();
}

module plate_body(k) {
    recess = plate_under + button_room;
    half = button_body / 2 + 1;  // its leads too
    if (k == 0) layer(plate_under, recess) difference() {
        plate_floors();
        for (b = buttons) translate(b) square(2 * half, center = true);
    }
    if (k == 1) layer(recess, well_floor) plate_floors();
    if (k == 2) layer(well_floor, plate_top) difference() {
        rounded(case_box, 4);
        plate_holes();
        at_cells() circle(d = ring_outer);
    }
}

// Heads of the screws.
module plate_cut() for (h = concat(grid_holes, strip_holes)) translate([h[0], h[1], plate_top - 1.7])
    cylinder(d1 = screw, d2 = screw_head, h = 1.71);

module plate_floors() difference() {
    rounded(case_box, 4);
    plate_holes();
    at_cells() difference() {
        circle(d = ring_outer);
        circle(d = ring_inner);
        for (a = [45, 135]) rotate(a) square([2 * ring_outer, bridge], center = true);
    }
}

module layer(from, to) translate([0, 0, from]) linear_extrude(to - from) children();

function opening() = [hood_room[0], hood_room[1], case_box[2] - 4, hood_room[3]];

// Pressed into the plate, of clear or white plastic: guides and spreads the light, and is the
// wall of the well.
module ring() {
    height = plate_top - well_floor;
    difference() {
        cylinder(d = ring_outer - slack, h = height);
        translate([0, 0, -1]) cylinder(d = well_diameter, h = height + 2);
        translate([0, 0, height - 0.5])
            cylinder(d1 = well_diameter, d2 = ring_inner + 0.1, h = 0.55);
    }
}

// Between circuit board and plate: keeps the light of each cell to itself, and the plate at its
// height. White.
module grid() layer(0, plate_under) difference() {
    union() {
        for (w = walls) translate([w[0], w[1]]) square([w[2] - w[0], w[3] - w[1]]);
        for (h = grid_holes) translate(h) circle(d = boss);
    }
    for (h = grid_holes) translate(h) circle(d = screw);
}

// As the grid, for a screw in the strip.
module spacer() layer(0, plate_under) difference() {
    circle(d = boss);
    circle(d = screw);
}

module base() for (k = [0:3]) base_body(k);

module base_body(k) {
    bottom = -board_thickness - below_board;
    holes = concat(grid_holes, strip_holes);
    if (k == 0) layer(bottom - case_floor, bottom - 1) rounded(case_box, 4);
    // Holes for brass inserts go a little into the floor.
    if (k == 1) layer(bottom - 1, bottom) difference() {
        rounded(case_box, 4);
        for (h = holes) translate(h) circle(d = screw_thread);
    }
    if (k == 2) layer(bottom, -board_thickness) {
        case_walls();
        for (h = holes) translate(h) difference() {
            circle(d = boss);
            circle(d = screw_thread);
        }
    }
    if (k == 3) layer(-board_thickness, plate_under - 0.3) case_walls();
}

module case_walls() difference() {
    rounded(case_box, 4);
    rounded(grown(case_box, -case_wall), 2);
}

// Over the Pico. Two of the board's screws hold it; it stands on the plate.
module hood() {
    box = hood_box();
    seat = plate_top + 3;
    roof = hood_inside + hood_roof;
    corner = grid_holes[hood_corner];
    difference() {
        union() {
            translate([0, 0, plate_top]) linear_extrude(roof - plate_top) union() {
                rounded(box, 3);
                hull() {
                    translate(corner) circle(d = 9);
                    translate([box[0] + 2, corner[1] - 4.5]) square([1, 9]);
                }
                hull() {
                    translate(strip_holes[0]) circle(d = 9);
                    translate([strip_holes[0][0] - 4.5, box[1] + 2]) square([9, 1]);
                }
            }
        }
        translate([0, 0, plate_top - 1]) linear_extrude(hood_inside - plate_top + 1)
            rounded([box[0] + hood_wall, box[1] + hood_wall, box[2] - hood_wall, box[3] - hood_wall], 2);
        // The cone is steep enough to print upside down.
        for (h = [corner, strip_holes[0]]) translate([h[0], h[1], seat]) countersunk(10);
        // USB.
        translate([pico[0] - usb_opening[0] / 2, box[3] - hood_wall - 1, usb_height - usb_opening[1] / 2])
            cube([usb_opening[0], hood_wall + 2, usb_opening[1]]);
    }
}

// Lay parts on the bed as they are printed.
module laid(name) {
    if (name == "plate") translate([0, 0, -plate_under]) plate();
    else if (name == "plate_body") translate([0, 0, -plate_under]) plate_body(body);
    else if (name == "plate_cut") translate([0, 0, -plate_under]) plate_cut();
    else if (name == "ring") ring();
    else if (name == "grid") grid();
    else if (name == "spacer") spacer();
    else if (name == "base") translate([0, 0, board_thickness + below_board + case_floor]) base();
    else if (name == "base_body")
        translate([0, 0, board_thickness + below_board + case_floor]) base_body(body);
    else if (name == "hood") translate([0, 0, hood_inside + hood_roof]) rotate([180, 0, 0]) hood();
    else assert(false, str("no part ", name));
}

part = "plate";
body = 0;
laid(part);
