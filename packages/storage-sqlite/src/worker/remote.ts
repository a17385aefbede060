import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseUnusable } from "../errors.ts"
import { Database, layerReader } from "../sql/database.ts"
import { type Link, makeLink, type WritingThread } from "./link.ts"
import type { Member } from "./messages.ts"
import { inSession } from "./session.ts"
import { type ErrorClass, type Side, type Sides, storeSides } from "./sides.ts"
import { toWire } from "./wire.ts"

type AnyEffect = Effect.Effect<unknown, unknown>
type Args = ReadonlyArray<unknown>

/** The members of a store, on the side that each has. */
const membersOf = (
  { read }: Database["Service"],
  link: Link,
  errors: ReadonlyArray<ErrorClass>,
  port: string,
) => {
  const reading = (result: unknown): unknown => (Effect.isEffect(result) ? read(result as AnyEffect) : result)

  const write = (member: Member, args?: Args) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      link.ask({ kind: "call", ...member, args: args && (toWire(args) as Args), now }, errors),
    ).pipe(Effect.withSpan([port.split("/").at(-1), ...member.path].join(".")))

  const memberOn = (side: Side, own: unknown, member: Member): unknown => {
    switch (side) {
      case "here":
        return own
      case "read":
        if (Effect.isEffect(own)) return reading(own)
        if (typeof own === "function") return (...args: Args) => reading(own(...args))
        return typeof own === "object" && own !== null
          ? Object.fromEntries(Object.entries(own).map(([name, one]) => [name, memberOn(side, one, member)]))
          : own
      case "write":
        return Effect.isEffect(own) ? write(member) : (...args: Args) => write(member, args)
      case "probe":
        return Effect.suspend(() => (link.isAtWork() ? Effect.void : write(member)))
      case "session":
        return (...args: Args) => inSession(link, member, errors, args)
    }
  }

  const group = (own: object, sides: Sides, path: ReadonlyArray<string>): object =>
    Object.fromEntries(
      Object.entries(own).map(([name, one]) => {
        const at = [...path, name]
        const side = sides[name]
        if (side === undefined)
          throw new Error(`the store of ${port} does not say where ${at.join(".")} runs`)
        return [
          name,
          typeof side === "string" ? memberOn(side, one, { port, path: at }) : group(one, side, at),
        ]
      }),
    )
  return group
}

/**
 * A storage on a file whose writes run in their own thread, one after another, and whose reads run here, each in one read
 * transaction: a long write holds up no read, and a read sees what was reported as stored before it. `start` starts the thread, in
 * which `serveStores` runs the same storage on the file. `storage` is built here too, on a connection that only reads.
 */
export const layerWithThread = <A, E, R>(
  storage: Layer.Layer<A, E, R>,
  { path, start }: { readonly path: string; readonly start: () => WritingThread },
): Layer.Layer<A, DatabaseUnusable | E, Exclude<R, Database>> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const link = yield* makeLink(start)
      const reader = yield* Layer.build(layerReader(path))
      const context = yield* Layer.build(storage).pipe(Effect.provide(reader))
      const services = new Map(context.mapUnsafe)
      const stores = storeSides(context)
      for (const one of stores) {
        if (!("sides" in one)) continue
        const members = membersOf(Context.get(reader, Database), link, one.errors, one.port.key)
        services.set(one.port.key, members(one.store as object, one.sides, []))
      }
      for (const one of stores)
        if ("make" in one) services.set(one.port.key, one.make(services.get(one.of) as never))
      return Context.makeUnsafe<A>(services)
    }),
  )
