import { afterAll, beforeAll, describe, test } from "vitest"
import { type CitusCluster, hasCitus, startCitus } from "./citusCluster.ts"

/** Describes tests on a coordinator and two nodes. They are left out, and say so, where PostgreSQL has no Citus. */
export const describeOnCitus = (title: string, tests: (cluster: () => CitusCluster) => void): void => {
  if (!hasCitus()) return void test.skip(`${title}: the machine's PostgreSQL has no Citus`, () => {})
  describe(title, () => {
    let started: CitusCluster | undefined
    beforeAll(async () => void (started = await startCitus(2)), 60_000)
    afterAll(() => started?.stop())
    tests(() => {
      if (started === undefined) throw new Error("the cluster did not start")
      return started
    })
  })
}
