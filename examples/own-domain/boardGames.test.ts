import { type program, type ServedDomain, servedDomain, type Unserved } from "@daybook/server"
import { Exports } from "@daybook/sources"
import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Command from "effect/cli/Command"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { formats } from "./csv.ts"
import { domain, playBatches } from "./domain.ts"
import * as Postgres from "./postgres.ts"
import type { PlaySources, PlayStore } from "./ports.ts"
import { boardGamesRoutes } from "./routes.ts"
import * as Sqlite from "./sqlite.ts"
import * as Tally from "./tally.ts"

/** A port that no layer of board games gives. */
class Shelf extends Context.Service<Shelf, string>()("example/board-games/Shelf") {}

const routes = boardGamesRoutes
const storage = { sqlite: Sqlite.layer, postgres: Postgres.layer }
const services = { tally: Tally.settings }
const sources = ({ tally }: { readonly tally: Parameters<typeof Tally.sources>[0] }) => Tally.sources(tally)

// A domain whose parts need what none of its layers provides has a type that names the port. The compiler checks these.
describe("no list takes a domain", () => {
  it("without stores for its routes and its sync", () => {
    const unstored = servedDomain({ domain, routes, services, sources })
    expectTypeOf(unstored).toEqualTypeOf<Unserved<PlayStore>>()
    expectTypeOf(unstored).not.toExtend<Parameters<typeof program>[0][number]>()
  })

  it("without a store on PostgreSQL next to that on SQLite", () => {
    const half = { sqlite: Sqlite.layer, postgres: Layer.empty }
    expectTypeOf(servedDomain({ domain, routes, services, sources, storage: half })).toEqualTypeOf<
      Unserved<PlayStore>
    >()
  })

  it("without its sources", () => {
    const unread = servedDomain({ domain, routes, storage, services, sources: () => Layer.empty })
    expectTypeOf(unread).toEqualTypeOf<Unserved<PlaySources>>()
  })

  it("without what its import or its command needs", () => {
    const whole = { domain, routes, storage, services, sources }
    expectTypeOf(servedDomain(whole)).toEqualTypeOf<ServedDomain>()
    const imports = Exports.recordImport(formats, "plays", Effect.andThen(Shelf, playBatches))
    expectTypeOf(servedDomain({ ...whole, imports })).toEqualTypeOf<Unserved<Shelf>>()
    const command = Command.make("shelf", {}, () => Effect.asVoid(Shelf))
    expectTypeOf(servedDomain({ ...whole, commands: [command] })).toEqualTypeOf<Unserved<Shelf>>()
  })
})
