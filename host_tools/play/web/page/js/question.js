// Numbers for questions to the server about games; the answer repeats the number.

let last = 0;

export const nextNumber = () => (last += 1);
