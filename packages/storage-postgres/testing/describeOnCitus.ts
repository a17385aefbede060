import { describe, test } from "vitest"

/** Describes tests on Citus. They are left out, and say so, where `CITUS_URL` is not set. */
export const describeOnCitus = (title: string, tests: (url: string) => void): void => {
  const url = process.env["CITUS_URL"]
  if (url === undefined) test.skip(`${title}: set CITUS_URL where PostgreSQL has Citus`, () => {})
  else describe(title, () => tests(url))
}
