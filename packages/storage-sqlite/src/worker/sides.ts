import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The place of a port's member if a file's writes have their own thread. `read`: on the serving thread, in one read
 * transaction. `write`: in the writing thread, with arguments and result sent by message. `session`: there too, while the
 * function that it takes last runs here. `here`: on the serving thread as it is, for members that use no storage or one statement that reads. `probe`: as `write`, but a
 * thread that is at work needs no proof that it writes.
 */
export type Side = "read" | "write" | "session" | "here" | "probe"

/** A function of any arguments. */
type Callable = (...args: never) => unknown

/** Functions do not go by message, nor do the services that an effect requires. */
type WriteSide<Args extends ReadonlyArray<unknown>, R> = [R] extends [never]
  ? [Extract<Args[number], Callable>] extends [never]
    ? "write"
    : never
  : never

type SessionSide<Args extends ReadonlyArray<unknown>> = Args extends readonly [...infer _, Callable]
  ? "session"
  : never

type SideOf<Member> =
  Member extends Effect.Effect<unknown, unknown, infer R>
    ? "read" | "here" | "probe" | WriteSide<[], R>
    : Member extends (...args: infer Args) => infer Result
      ?
          | "read"
          | "here"
          | SessionSide<Args>
          | (Result extends Effect.Effect<unknown, unknown, infer R> ? WriteSide<Args, R> : never)
      : "read" | SidesOf<Member>

/** The side of each member of a port. A group of members, such as its lists, may read as a whole. */
export type SidesOf<Port> = { readonly [Member in keyof Port]-?: SideOf<NonNullable<Port[Member]>> }

/** The failures of a member's effects; none if its failures are its caller's. */
type FailureOf<Member> =
  Member extends Effect.Effect<unknown, infer E, unknown>
    ? unknown extends E
      ? never
      : E
    : Member extends (...args: never) => infer Result
      ? Result extends Effect.Effect<unknown, infer E, unknown>
        ? unknown extends E
          ? never
          : E
        : never
      : { [Key in keyof Member]-?: FailureOf<NonNullable<Member[Key]>> }[keyof Member]

/** The class of a declared error. Its instances are made again from their fields on the serving thread. */
export type ErrorClass = (new (fields: never) => Error & { readonly _tag: string }) & {
  readonly identifier: string
}

/** A record of sides, as it is walked. */
export interface Sides {
  readonly [member: string]: Side | Sides
}

/** A port and the threads of its members. */
interface PortSides<out Id> {
  readonly port: Context.Key<Id, unknown>
  readonly sides: Sides
  readonly errors: ReadonlyArray<ErrorClass>
}

/** A port made from another one, on the serving thread. */
interface MadePort<out Id> {
  readonly port: Context.Key<Id, unknown>
  readonly of: string
  readonly make: (store: never) => unknown
}

/**
 * States that a port is made of another: a port whose members contain what does not go by message is on one that
 * does.
 */
export const madeOf = <Id, Port, OtherId, Other>(
  port: Context.Key<Id, Port>,
  of: Context.Key<OtherId, Other>,
  make: (store: Other) => Port,
): MadePort<Id> => ({ port, of: of.key, make })

type Missing<Port, Classes extends ReadonlyArray<ErrorClass>> = Exclude<
  FailureOf<Port>,
  InstanceType<Classes[number]>
>

/** Declares the thread of each member of a port, with the classes of the errors that the port declares. */
export const sidesOf = <Id, Port extends object, const Classes extends ReadonlyArray<ErrorClass>>(
  port: Context.Key<Id, Port>,
  sides: SidesOf<Port>,
  ...errors: Classes
): [Missing<Port, Classes>] extends [never]
  ? PortSides<Id>
  : { readonly "the class of an error is missing": Missing<Port, Classes> } =>
  ({ port, sides, errors }) as never

type AnySides = PortSides<unknown> | MadePort<unknown>

/** A port's own store, and its thread. A host's store instead has no side, and runs in the host's thread. */
type StoreSides = { readonly store: unknown } & AnySides

const keyOf = (port: string): string => `daybook/storage-sqlite/sides of ${port}`

type Without<A, Every extends AnySides> = Exclude<
  A,
  Every extends { readonly port: Context.Key<infer Id, unknown> } ? Id : never
>

/** Adds the sides of its ports to a storage: a storage with a port without any does not compile. */
export const withSides = <A, E, R, Every extends AnySides>(
  storage: Layer.Layer<A, E, R>,
  every: [Without<A, Every>] extends [never]
    ? ReadonlyArray<Every>
    : { readonly "a port has no sides": Without<A, Every> } & ReadonlyArray<Every>,
): Layer.Layer<A, E, R> =>
  Layer.flatMap(storage, (context) => {
    const services = new Map(context.mapUnsafe)
    for (const one of every) {
      const { key } = one.port
      services.set(keyOf(key), { ...one, store: services.get(key) } satisfies StoreSides)
    }
    return Layer.succeedContext(Context.makeUnsafe<A>(services))
  })

/** The stores of a storage that have sides. */
export const storeSides = (context: Context.Context<never>): ReadonlyArray<StoreSides> => {
  const services = context.mapUnsafe
  return [...services].flatMap(([port, store]) => {
    const found = services.get(keyOf(port)) as StoreSides | undefined
    return found?.store === store && found !== undefined ? [found] : []
  })
}
