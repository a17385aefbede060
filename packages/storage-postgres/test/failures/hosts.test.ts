import { assert, describe, it } from "vitest"
import { Hosts, hostsIn } from "../../src/postgres/hosts.ts"

describe("the hosts of an address", () => {
  it("are read in their order, each with what the address says about all", () => {
    const hrefs = (text: string) => hostsIn(text)?.map(({ href }) => href)
    assert.deepStrictEqual(hrefs("postgres://me:a%2Cb@a:1,[::1]:2,c/db?sslmode=require"), [
      "postgres://me:a%2Cb@a:1/db?sslmode=require",
      "postgres://me:a%2Cb@[::1]:2/db?sslmode=require",
      "postgres://me:a%2Cb@c/db?sslmode=require",
    ])
    assert.deepStrictEqual(hrefs("postgresql:///db?host=/run/postgresql"), [
      "postgresql:///db?host=/run/postgresql",
    ])
    for (const unfit of ["http://a/db", "postgres://a:1,b:x/db", "postgres:a", ""]) {
      assert.isUndefined(hostsIn(unfit), unfit)
    }
  })

  it("are turned through one after the other, once for all that failed at one place", () => {
    const hosts = new Hosts(hostsIn("postgres://a:1,b:2/db") ?? [])
    const first = hosts.place
    assert.deepStrictEqual(first, { host: "a", port: 1 })
    for (let failure = 0; failure < 12; failure++) hosts.turnFrom(first)
    assert.deepStrictEqual(hosts.place, { host: "b", port: 2 })
    hosts.turnFrom(hosts.place)
    assert.strictEqual(hosts.place, first)
  })
})
