/** Numbers that are the same for the same life (a linear congruential generator, Numerical Recipes). */
export function numbersOf(life: number): (below: number) => number {
  let state = life * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
