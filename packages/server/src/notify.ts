import {
  forgetErasures,
  forgetOutcomes,
  GroupCommit,
  PropertyChanges,
  WorkspaceRates,
  Workspaces,
} from "@daybook/profiles"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { join } from "node:path"
import { writable, writeKeys } from "./firstStart.ts"
import { SettingError, type Settings } from "./settings.ts"

/** Accepts requests of profiles, changes properties, and forgets old records. */
export const layer = ({ erasureLogDays, requestRetentionDays }: Settings) =>
  Layer.mergeAll(forgetOutcomes(requestRetentionDays), forgetErasures(erasureLogDays)).pipe(
    Layer.provideMerge(Layer.mergeAll(GroupCommit.layer(), PropertyChanges.layer, WorkspaceRates.layer)),
  )

/**
 * Accepts the workspace and key of the settings. Without a key there, makes one on a store that has no workspace. It is
 * shown once: on a terminal, else in a file of `DATA_DIR`; never in a log.
 */
export const firstWorkspace = Effect.fn("Server.firstWorkspace")(function* (
  { dataDir, notifyKey, notifyWorkspace }: Settings,
  onTerminal: boolean,
) {
  const workspaces = yield* Workspaces
  if (notifyKey !== undefined) {
    if (notifyWorkspace !== undefined) return yield* workspaces.setConfigured(notifyWorkspace, notifyKey)
    return yield* new SettingError({ message: "NOTIFY_KEY is a key of NOTIFY_WORKSPACE: set both" })
  }
  if ((yield* workspaces.list).length > 0) return
  // A server with only the activity API needs no folder for this key.
  const shown = onTerminal || Option.isSome(yield* Effect.option(writable(dataDir)))
  if (!shown) {
    return yield* Effect.logWarning(
      "no workspace was created: its key cannot be written to DATA_DIR; set NOTIFY_WORKSPACE and NOTIFY_KEY",
    )
  }
  const made = yield* workspaces.createFirst(notifyWorkspace)
  if (Option.isNone(made)) return
  const { key, workspace } = made.value
  const lines = [`NOTIFY_WORKSPACE=${workspace}`, `NOTIFY_KEY=${Redacted.value(key)}`]
  if (onTerminal) {
    return yield* Console.log(
      [
        "",
        "A workspace of the profile API and its key, shown only once:",
        ...lines.map((line) => `  ${line}`),
      ].join("\n"),
    )
  }
  const file = join(dataDir, "first-workspace")
  yield* Effect.sync(() => writeKeys(file, `${lines.join("\n")}\n`))
  yield* Effect.logInfo(
    `created the first workspace; it is in ${file} with its key, readable only by its owner: save them and delete the file`,
  )
})
