import { type Check, type Looks, type Tell, tellInOrder } from '../../src/operator/doctor/check.ts';

/** The lines that were told, until all looks have ended. */
export async function toldBy(
  begin: (tell: Tell) => Promise<Looks | null | void>,
): Promise<Check[]> {
  const checks: Check[] = [];
  const tell: Tell = async (one) => {
    checks.push(one);
  };
  await tellInOrder((await begin(tell)) ?? [], tell);
  return checks;
}
