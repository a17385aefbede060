import { Keys, type UnseenKey, type Scope } from "@daybook/access"
import { DataFolder } from "@daybook/storage-sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { accessSync, chmodSync, constants, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { syncFile, syncNames } from "./fsync.ts"
import { type Settings, SettingError } from "./settings.ts"

/** Fails where the folder takes no file. Checked before keys are made, since they could not be shown again. */
export const writable = (dataDir: string) =>
  Effect.try({
    try: () => {
      DataFolder.makeFolder(dataDir)
      accessSync(dataDir, constants.W_OK)
    },
    catch: (cause) =>
      new SettingError({
        message: `the first keys cannot be written to DATA_DIR: ${cause instanceof Error ? cause.message : String(cause)}`,
      }),
  })

/** Writes keys to a file that only its owner can read, from its first byte on. */
export const writeKeys = (file: string, text: string) => {
  writeFileSync(file, text, { mode: 0o600 })
  chmodSync(file, 0o600)
  syncFile(file)
  syncNames(dirname(file))
}

/**
 * Accepts the keys of the settings, and on an empty store makes each key that no setting gives. New keys are shown
 * once: on a terminal, else in a file of `DATA_DIR`; never in a log.
 */
export const firstStart = Effect.fn("Server.firstStart")(function* (settings: Settings, onTerminal: boolean) {
  const keys = yield* Keys
  const { adminKey, readKey } = settings
  if (
    adminKey !== undefined &&
    readKey !== undefined &&
    Redacted.value(adminKey) === Redacted.value(readKey)
  ) {
    return yield* new SettingError({ message: "ADMIN_KEY and READ_KEY must not be the same key" })
  }
  const missing: Array<Scope> = [
    ...(adminKey === undefined ? (["admin"] as const) : []),
    ...(readKey === undefined ? (["read"] as const) : []),
  ]
  if (missing.length > 0 && !onTerminal && (yield* keys.list({ page: 1, limit: 1 })).total === 0) {
    yield* writable(settings.dataDir)
  }
  const made = missing.length === 0 ? [] : yield* keys.createFirst(missing)
  if (adminKey !== undefined)
    yield* keys.setConfigured({ setting: "ADMIN_KEY", scope: "admin", key: adminKey })
  if (readKey !== undefined) yield* keys.setConfigured({ setting: "READ_KEY", scope: "read", key: readKey })
  if (made.length === 0) return made

  const lines = made.map(
    ({ scope, key }) => `${scope === "admin" ? "ADMIN_KEY" : "READ_KEY"}=${Redacted.value(key)}`,
  )
  if (onTerminal) {
    yield* Console.log(
      ["", "Your keys, shown only once. Save them:", ...lines.map((line) => `  ${line}`)].join("\n"),
    )
  } else {
    const file = join(settings.dataDir, "first-keys")
    yield* Effect.sync(() => writeKeys(file, `${lines.join("\n")}\n`))
    yield* Effect.logInfo(
      `created the first keys in ${file}, readable only by its owner: save them and delete the file`,
    )
  }
  return made
})

/** The link to the page, and three lines to try. They hold the keys only where these were just made and are on this terminal anyway. */
export const showExamples = (address: string, signInLink: string, made: ReadonlyArray<UnseenKey>) => {
  const keyOf = (scope: Scope, placeholder: string) => {
    const key = made.find((one) => one.scope === scope)?.key
    return key === undefined ? placeholder : Redacted.value(key)
  }
  const read = keyOf("read", "$READ_KEY")
  const admin = keyOf("admin", "$ADMIN_KEY")
  return Console.log(
    [
      "",
      "Daybook is ready. Open this in a browser within 15 minutes; it works once:",
      `  ${signInLink}`,
      "",
      "Another browser signs in with a key, or with a new link: npm run daybook -- sign-in",
      `The documentation is at ${address}/docs. From a terminal, try:`,
      `  curl ${address}/v1/health`,
      `  curl -H "Authorization: Bearer ${read}" "${address}/v1/listening/top/albums?period=overall&limit=3"`,
      `  curl -X POST -H "Authorization: Bearer ${admin}" ${address}/v1/admin/sync/listening`,
      "",
    ].join("\n"),
  )
}
