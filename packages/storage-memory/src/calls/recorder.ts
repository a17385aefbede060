import { type EditStore, isStorableText, unstorableText } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { CallLog, Part } from "./callLog.ts"

/** The members of a port that write: all but those that are known to read. */
export type Writing<Port, Reads extends keyof Port> = {
  readonly [Name in Exclude<keyof Port, Reads>]: Port[Name]
}

/** Makes the members of a port that keep their calls. */
export interface Recording<Store> {
  /** The method as it is, but that its calls are kept. A call with a text that SQL cannot store dies, as it does there. */
  readonly write: <Given extends ReadonlyArray<unknown>, A, E>(
    method: (store: Store) => (...given: Given) => Effect.Effect<A, E>,
  ) => (...given: Given) => Effect.Effect<A, E>
  /** Likewise for a method that takes every text, or refuses some by itself. */
  readonly writeAnyText: Recording<Store>["write"]
  /** Keeps a call that is not made again with its arguments. `answer` gives what the second one must give as well. */
  readonly keep: <A, E, R>(
    call: Effect.Effect<A, E, R>,
    again: (store: Store, given: A) => Effect.Effect<unknown, unknown>,
    answer: (of: A) => unknown,
  ) => Effect.Effect<A, E, R>
}

/** Keeps the calls of one port. */
export interface Recorder {
  readonly port: string
  /** The stores with this one in place of the port's, if they have it. */
  readonly into: <A>(stores: Context.Context<A>, log: CallLog) => Context.Context<A>
}

/** The number of items that arguments have, as nearly as their lists tell. */
const itemsIn = (given: ReadonlyArray<unknown>): number =>
  given.reduce((sum: number, one) => sum + (Array.isArray(one) ? one.length : 1), 1)

/** True where every text in a value can be stored anywhere. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === "string") return isStorableText(value)
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return true
  return Predicate.isIterable(value)
    ? Array.from(value).every(isStorable)
    : Object.values(value).every(isStorable)
}

/** A call that dies where it has a text that SQL cannot store. */
export const storable = <A, E, R>(given: ReadonlyArray<unknown>, call: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => (isStorable(given) ? call : Effect.die(new Error(`a text ${unstorableText}`))))

/**
 * Makes the recorder of a port: `writes` gives every member that is not named as one that reads, so that none which is added to the
 * port is forgotten.
 */
export const recorderOf =
  <Id, Store extends object>(port: Context.Key<Id, Store>, part: Part = "data") =>
  <Reads extends keyof Store>(
    writes: (recording: Recording<Store>, store: Store) => Writing<Store, Reads>,
  ): Recorder => ({
    port: port.key,
    into: (stores, log) => {
      const found = Context.getOption(stores, port)
      if (Option.isNone(found)) return stores
      const store = found.value
      const of = (others: Context.Context<never>) => Context.getUnsafe(others, port)
      const writeAnyText: Recording<Store>["write"] =
        (method) =>
        (...given) =>
          log.make(method(store)(...given), itemsIn(given), (answer) => ({
            port: port.key,
            part,
            again: (others) => method(of(others))(...given),
            answer,
          }))
      const recording: Recording<Store> = {
        writeAnyText,
        write:
          (method) =>
          (...given) =>
            storable(given, writeAnyText(method)(...given)),
        keep: (call, again, answer) =>
          log.make(call, 1, (given) => ({
            port: port.key,
            part,
            again: (others) => again(of(others), given),
            answer: answer(given),
          })),
      }
      return Context.add(stores, port, { ...store, ...writes(recording, store) })
    },
  })

/** The edits by hand of a store, which keep their calls. */
export const writeEdits = <Store extends { readonly edits: EditStore }>({
  write,
}: Recording<Store>): EditStore => ({
  make: write(({ edits }) => edits.make),
  takeBack: write(({ edits }) => edits.takeBack),
})
