import type { MessagePort } from "node:worker_threads"
import type { WireExit } from "./wire.ts"

/** A member of a port: its key, and the names that resolve to it. */
export interface Member {
  readonly port: string
  readonly path: ReadonlyArray<string>
}

/** The serving thread requests a member's effect. `now` is the time there: a store has no clock. */
export interface Call extends Member {
  readonly kind: "call"
  readonly id: number
  /** Undefined for a member that is an effect. */
  readonly args: ReadonlyArray<unknown> | undefined
  readonly now: number
}

/** It requests a member that takes a function, which runs in the serving thread: what it does comes by `steps`. */
export interface SessionCall extends Member {
  readonly kind: "session"
  readonly id: number
  /** The arguments before the function. */
  readonly args: ReadonlyArray<unknown>
  readonly now: number
  readonly steps: MessagePort
  /** Counts the messages on `steps`, so that the writing thread can wait for one within a transaction. */
  readonly sent: Int32Array
}

/** To the writing thread. A call that is cancelled before it begins never runs. */
export type ToStores =
  | Call
  | SessionCall
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" }

/** From the writing thread: whether its stores are open, then the outcome of each call, and at last that all is stored. */
export type FromStores =
  | { readonly kind: "opened"; readonly exit: WireExit }
  | { readonly kind: "done"; readonly id: number; readonly exit: WireExit }
  | { readonly kind: "closed" }

/** A transaction is known by its members. */
export type Given =
  | { readonly offers: ReadonlyArray<readonly [string, "effect" | "function"]> }
  | { readonly value: unknown }

/** A step of a session, to the writing thread. */
export type Step =
  | {
      readonly kind: "step"
      readonly member: string
      readonly args: ReadonlyArray<unknown> | undefined
    }
  /** The function has ended, with this value, if any. */
  | { readonly kind: "commit"; readonly value: unknown }
  | { readonly kind: "roll back" }

/** From the writing thread, in order: the function's argument (a transaction or a value), then the outcome of each step. */
export type FromSession =
  | { readonly kind: "begun"; readonly given: Given }
  | { readonly kind: "stepped"; readonly exit: WireExit }
