import assert from "node:assert/strict";
import test from "node:test";

import { element, markup, page } from "./browser.mjs";

const { BenchChart } = await page("benchchart");

let now = 0;
performance.now = () => now;

const LIMITS = { empty_mv: 60, far_mv: [100, 240], near_mv: [375, 1500] };

function made() {
  now = 10_000;
  const svg = element("svg");
  return { svg, chart: new BenchChart(svg), parts: () => svg.children.map(markup) };
}

test("an empty chart has no line, and its dot is outside", () => {
  const { svg, parts } = made();
  assert.deepEqual([svg.attributes, ...parts()], [{ viewBox: "0 0 340 170" }, "<g></g>", '<polyline class="reading"></polyline>', '<circle class="now" r="3.5" cx="-9" cy="0"></circle>']);
});

test("the bands lie between the thresholds, each with its name, and the thresholds have numbers", () => {
  const { chart, svg } = made();
  chart.limits(LIMITS, ["up", "weak up", "nothing", "weak down", "down"]);
  const [bands] = svg.children;
  assert.deepEqual(bands.children.map(markup), ['<rect x="38" width="302" y="2.55" height="41.22" class="band"></rect>', '<text x="44" y="27.16" class="name">up</text>', '<rect x="38" width="302" y="52.02" height="11.69" class="band"></rect>', '<text x="44" y="61.87" class="name">weak up</text>', '<rect x="38" width="302" y="68.51" height="32.98" class="band none"></rect>', '<text x="44" y="89" class="name">nothing</text>', '<rect x="38" width="302" y="106.29" height="11.69" class="band"></rect>', '<text x="44" y="116.13" class="name">weak down</text>', '<rect x="38" width="302" y="126.22" height="41.22" class="band"></rect>', '<text x="44" y="150.84" class="name">down</text>', '<line x1="38" x2="340" y1="43.77" y2="43.77" class="limit"></line>', '<line x1="38" x2="340" y1="2.55" y2="2.55" class="limit"></line>', '<line x1="38" x2="340" y1="63.71" y2="63.71" class="limit"></line>', '<line x1="38" x2="340" y1="52.02" y2="52.02" class="limit"></line>', '<line x1="38" x2="340" y1="101.49" y2="101.49" class="limit"></line>', '<line x1="38" x2="340" y1="68.51" y2="68.51" class="limit"></line>', '<line x1="38" x2="340" y1="117.98" y2="117.98" class="limit"></line>', '<line x1="38" x2="340" y1="106.29" y2="106.29" class="limit"></line>', '<line x1="38" x2="340" y1="167.45" y2="167.45" class="limit"></line>', '<line x1="38" x2="340" y1="126.22" y2="126.22" class="limit"></line>', '<text x="34" y="6.05" class="scale">1500</text>', '<text x="34" y="47.27" class="scale">375</text>', '<text x="34" y="67.21" class="scale">100</text>', '<text x="34" y="109.79" class="scale">-100</text>', '<text x="34" y="129.72" class="scale">-375</text>', '<text x="34" y="170.95" class="scale">-1500</text>']);
  chart.limits(LIMITS, []);
  assert.equal(bands.children.length, 26);
});

test("the reading runs from right to left, twelve seconds long", () => {
  const { chart, svg, parts } = made();
  chart.add(375);
  now += 6000;
  chart.add(-375);
  now += 3000;
  chart.add(9000);
  assert.deepEqual(parts().slice(1), ['<polyline class="reading" points="109.5,43.8 260.5,126.2 336.0,2.6"></polyline>', '<circle class="now" r="3.5" cx="336.0" cy="2.6"></circle>']);
  now += 3000;
  chart.add(0);
  assert.equal(svg.children[1].attributes.points.split(" ").length, 3);
  chart.clear();
  assert.deepEqual(parts().slice(1), ['<polyline class="reading" points=""></polyline>', '<circle class="now" r="3.5" cx="-9" cy="0"></circle>']);
});
