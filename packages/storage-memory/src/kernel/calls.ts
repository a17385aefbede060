import {
  DataVersions,
  Edits,
  ImportStore,
  ServiceStates,
  SetAsideStore,
  SyncRuns,
  TokenStore,
  WebhookStore,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { recorderOf } from "../calls/recorder.ts"

/** The calls that write what is on record of syncs, imports and services, tokens and webhooks. */
export const calls = [
  // Versions are raised and edits are noted by the stores that write. A probe writes a row of nobody's.
  recorderOf(DataVersions)<"asked" | "current" | "probe">(() => ({})),
  recorderOf(Edits)<"find" | "list">(() => ({})),
  recorderOf(ImportStore)<"ended" | "find" | "list" | "unfinished">(({ write }) => ({
    add: write(({ add }) => add),
    wait: write(({ wait }) => wait),
    progress: write(({ progress }) => progress),
    end: write(({ end }) => end),
  })),
  recorderOf(
    ServiceStates,
    "opening",
  )<"list">(({ write }) => ({
    succeeded: write(({ succeeded }) => succeeded),
    failed: write(({ failed }) => failed),
  })),
  recorderOf(SetAsideStore)<"doubtful" | "due" | "list" | "refs">(({ write }) => ({
    keep: write(({ keep }) => keep),
    remove: write(({ remove }) => remove),
    retry: write(({ retry }) => retry),
  })),
  recorderOf(
    SyncRuns,
    "opening",
  )<"list">(({ keep, write }, { take }) => ({
    begin: write(({ begin }) => begin),
    progress: write(({ progress }) => progress),
    end: write(({ end }) => end),
    // Releasing a domain ends what still runs there. It is kept then, and made again by taking the domain once more.
    take: (domain) =>
      Effect.andThen(
        Effect.addFinalizer(() =>
          keep(
            Effect.void,
            (other) => Effect.scoped(other.take(domain)),
            () => undefined,
          ),
        ),
        take(domain),
      ),
  })),
  recorderOf(TokenStore, "beside")<"get">(({ write }) => ({ put: write(({ put }) => put) })),
  recorderOf(
    WebhookStore,
    "beside",
  )<"deliveries" | "due" | "list" | "next">(({ write }) => ({
    insert: write(({ insert }) => insert),
    switchTo: write(({ switchTo }) => switchTo),
    remove: write(({ remove }) => remove),
    tell: write(({ tell }) => tell),
    settle: write(({ settle }) => settle),
    retry: write(({ retry }) => retry),
    forget: write(({ forget }) => forget),
  })),
]
