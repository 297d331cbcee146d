// Tiles, xtic's pieces, the cap and plug over their magnets, the jig that turns magnets right.
// Every part lies here as it is printed: flat side on the bed, no supports.
include <parameters.scad>

chamfer = 0.6;
groove = 0.6;        // depth of marks in the up side
under_groove = 0.4;  // ... in the side on the bed
notches = 12;

module chamfered(diameter, height) {
    rise = height - 2 * chamfer;
    cylinder(d1 = diameter - 2 * chamfer, d2 = diameter, h = chamfer);
    translate([0, 0, chamfer]) cylinder(d = diameter, h = rise);
    translate([0, 0, chamfer + rise])
        cylinder(d1 = diameter, d2 = diameter - 2 * chamfer, h = chamfer);
}

// Second player's tiles, and brown pieces: seen and felt from every side.
module rim_notches(height) {
    for (k = [0:notches - 1]) rotate(360 / notches * k)
        translate([tile_diameter / 2 + 0.4, 0, -1]) cylinder(d = 3.2, h = height + 2, $fn = 24);
}

// A tile. The magnet comes in from the up side and lies on the floor, near the down side.
module tile(second) {
    difference() {
        chamfered(tile_diameter, tile_thickness);
        translate([0, 0, pocket_floor]) cylinder(d = magnet_diameter + 0.2, h = tile_thickness);
        // Up side: a ring.
        translate([0, 0, tile_thickness - groove]) difference() {
            cylinder(d = 24, h = 2);
            translate([0, 0, -1]) cylinder(d = 20, h = 4);
        }
        // Down side: a cross that leaves the magnet's floor whole.
        for (k = [0:3]) rotate(90 * k + 45)
            translate([5.5, -1, -1]) cube([7, 2, 1 + under_groove]);
        if (second) rim_notches(tile_thickness);
    }
}

// Closes the pocket of a tile above its magnet.
module plug() {
    cylinder(d = magnet_diameter + 0.05, h = tile_thickness - pocket_floor - magnet_height - 0.1);
}

piece_base = 5;
tower = 26;   // above the base
beam = 9;     // half-round or square, lying
wide = 15;
long = 27;
bore = 8;

module beam_plan(square) {
    if (square) square([long, wide], center = true);
    else hull() for (s = [-1, 1]) translate([s * (long - wide) / 2, 0]) circle(d = wide, $fn = 32);
}

module body(vertical, square) {
    if (vertical) {
        if (square) translate([-wide / 2, -wide / 2, 0]) cube([wide, wide, tower]);
        else cylinder(d = wide + 1, h = tower);
    } else if (square) linear_extrude(beam) beam_plan(true);
    else intersection() {
        linear_extrude(beam) beam_plan(false);
        // A half-round back, so that fingers feel it too.
        translate([0, 0, beam - wide / 2]) hull() {
            for (s = [-1, 1]) translate([s * (long - wide) / 2, 0, 0]) sphere(d = wide + 0.01, $fn = 32);
            translate([0, 0, -beam]) linear_extrude(1) beam_plan(false);
        }
    }
}

module hollow_of(vertical) {
    if (vertical) translate([0, 0, 4]) cylinder(d = bore, h = tower);
    else translate([-long / 2 + 5, -bore / 2, 3]) cube([long - 10, bore, beam]);
}

// One of xtic's sixteen: its number's bits are brown, vertical, hollow, square. The magnet comes
// in from below; a cap as thick as a tile's floor closes it.
module piece(number) {
    brown = number >= 8;
    vertical = number % 8 >= 4;
    hollow = number % 4 >= 2;
    square = number % 2 == 1;
    difference() {
        union() {
            chamfered(tile_diameter, piece_base);
            translate([0, 0, piece_base - 0.01]) body(vertical, square);
        }
        if (hollow) translate([0, 0, piece_base]) hollow_of(vertical);
        translate([0, 0, -1]) cylinder(d = cap_diameter + 0.2, h = 1 + pocket_floor);
        cylinder(d = magnet_diameter + 0.2, h = pocket_floor + magnet_height + 0.1);
        if (brown) rim_notches(piece_base);
    }
}

// A piece of Magician Chess: a disc with its drawing raised on top. Taller is more: pawn, rook and
// knight, magician, king. Fingers know the magician by the hollows in its side, the king by the
// raised rim around its top.
drawing = 0.95;  // of the outline's size: away from the king's rim and the magician's hollows
raised = 1;

module chessman() {
    difference() {
        union() {
            chamfered(tile_diameter, height_mm);
            translate([0, 0, height_mm - 0.01]) {
                linear_extrude(raised) scale(drawing) difference() {
                    polygon(outline);
                    for (cut = cuts) polygon(cut);
                }
                if (rim) linear_extrude(raised) difference() {
                    circle(d = tile_diameter - 2 * chamfer - 0.4);
                    circle(d = tile_diameter - 2 * chamfer - 3.6);
                }
            }
        }
        translate([0, 0, -1]) cylinder(d = cap_diameter + 0.2, h = 1 + pocket_floor);
        cylinder(d = magnet_diameter + 0.2, h = pocket_floor + magnet_height + 0.1);
        if (second) rim_notches(height_mm);
        // Above a whole base, and sloped below, for the printer.
        if (flutes > 0) for (k = [0:flutes - 1]) rotate(360 / flutes * k + 90)
            translate([tile_diameter / 2 + 4, 0, piece_base]) {
                cylinder(d1 = 8, d2 = 14, h = 3);
                translate([0, 0, 2.99]) cylinder(d = 14, h = height_mm);
            }
    }
}

module cap() cylinder(d = cap_diameter, h = pocket_floor);

// Two seats for a tile, each over a magnet of the jig's own. A magnet dropped into the tile's
// pocket snaps down the right way round and hovers the wrong way. The second player's seat has
// notches.
module jig() {
    seat = tile_diameter + 0.6;
    depth = 4;
    under = magnet_height + 0.2 + jig_cover;
    difference() {
        hull() for (s = [0, 1]) translate([s * 38, 0, 0]) cylinder(d = seat + 5, h = under + depth);
        for (s = [0, 1]) translate([s * 38, 0, 0]) {
            translate([0, 0, under]) cylinder(d = seat, h = depth + 1);
            translate([0, 0, -1]) cylinder(d = magnet_diameter + 0.2, h = 1 + under - jig_cover);
        }
        // Two places to take hold of the tile.
        for (s = [-1, 1]) translate([-5, s * (seat / 2 + 3) - 6, under]) cube([10, 12, depth + 1]);
        for (s = [-1, 1]) translate([33, s * (seat / 2 + 3) - 6, under]) cube([10, 12, depth + 1]);
        for (k = [-4:4]) rotate(0) translate([38, 0, 0]) rotate(k * 15)
            translate([seat / 2 + 2.7, 0, -1]) cylinder(d = 3, h = under + depth + 2, $fn = 24);
    }
}

part = "tile_first";
number = 0;
second = false;
height_mm = 6;
flutes = 0;
rim = false;
outline = [[-9, -9], [9, -9], [0, 9]];
cuts = [];
if (part == "tile_first") tile(false);
else if (part == "tile_second") tile(true);
else if (part == "plug") plug();
else if (part == "piece") piece(number);
else if (part == "cap") cap();
else if (part == "chessman") chessman();
else if (part == "jig") jig();
else assert(false, str("no part ", part));
