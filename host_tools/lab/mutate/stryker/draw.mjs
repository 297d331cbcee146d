// A checker of Stryker that lets only some mutants through: the first MOST in an order drawn by SEED (both
// from the environment). Stryker reports the others as "CompileError".

import { createHash } from "node:crypto";

import { CheckStatus } from "@stryker-mutator/api/check";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

const { SEED, MOST } = process.env;

function lot({ fileName, location, mutatorName, replacement }) {
  const name = fileName.split("/").slice(-2).join("/");
  return createHash("sha256").update(JSON.stringify([SEED, name, location, mutatorName, replacement])).digest("hex");
}

class Draw {
  async init() {}

  // Stryker passes all mutants at once.
  async group(mutants) {
    const order = mutants.map((mutant) => [lot(mutant), mutant.id]).sort(([one], [other]) => (one < other ? -1 : 1)).map(([, id]) => id);
    this.drawn = new Set(order.slice(0, MOST ? Number(MOST) : order.length));
    return [order];
  }

  async check(mutants) {
    const result = ({ id }) => (this.drawn.has(id) ? { status: CheckStatus.Passed } : { status: CheckStatus.CompileError, reason: "not drawn" });
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)]));
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "draw", Draw)];
