import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { RunSources } from "./ports.ts"
import { recheckRun, syncRunning } from "./syncRunning.ts"

/** The report of a service's webhook. */
export interface RunNotice {
  readonly source: string
  /** The activity that was added, edited or deleted; undefined if the access to the account has changed. */
  readonly ref: string | undefined
}

/** The webhook of a service that runs are read from. */
export interface RunWebhook {
  /** The token that the service shows when it subscribes; undefined closes the webhook. */
  readonly verifyToken: Redacted.Redacted | undefined
  /** The notice in a delivery; none if the delivery says nothing about runs. */
  readonly read: (payload: unknown) => Option.Option<RunNotice>
}

/** The configured webhook; closed by default. */
export const RunWebhook = Context.Reference<RunWebhook>("daybook/running/RunWebhook", {
  defaultValue: () => ({ verifyToken: undefined, read: () => Option.none() }),
})

/**
 * Asks the source for the current state of the activity, and stores or removes it: a notice is not signed, so nothing in it
 * is believed. A change of access starts a sync, which reports that the source refuses it.
 */
export const followNotice = Effect.fn("Running.followNotice")(function* ({ ref, source: name }: RunNotice) {
  const { configured } = yield* RunSources
  const source = configured.find((one) => one.name === name)
  if (source === undefined) return
  yield* ref === undefined ? syncRunning : recheckRun(source, ref)
})
