// Questions to the server about games have a number each, which its answer names.

let last = 0;

export const nextNumber = () => (last += 1);
