import * as OpenApi from "effect/http-api/OpenApi"
import { assert, describe, it } from "vitest"
import { activityGroups, everyDefinition, everyDomain, profilesRoutes } from "../../src/index.ts"

/** The parts of a domain that the definition of the API reads. */
const outlineOf = ({
  domain,
}: {
  readonly domain: {
    readonly name: string
    readonly journal?: unknown
    readonly latest?: unknown
    readonly sync?: unknown
  }
}) => ({
  name: domain.name,
  journal: domain.journal !== undefined,
  latest: domain.latest !== undefined,
  sync: domain.sync !== undefined,
})

describe("the definitions that a typed client is made of", () => {
  it("say about each domain what the domain itself says", () => {
    const served = everyDomain.filter((routes) => routes !== profilesRoutes)
    assert.deepStrictEqual(everyDefinition.map(outlineOf), served.map(outlineOf))
  })

  it("define the routes that the server has", () => {
    const routesOf = ({ paths }: OpenApi.OpenAPISpec) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path}`),
      )
    assert.deepStrictEqual(
      routesOf(OpenApi.fromApi(activityGroups(everyDefinition))),
      routesOf(OpenApi.fromApi(activityGroups(everyDomain))),
    )
  })
})
