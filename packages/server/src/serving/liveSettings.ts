import type { HostSettings, Preferences } from "@daybook/http"
import { type DataVersions, InvalidInput, SettingStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Context } from "effect/Context"
import { checkBackups } from "../backup/backups.ts"
import type { Settings } from "../settings.ts"
import {
  changesOf,
  inEnvironment,
  type Reading,
  type ReadSettings,
  shownSettings,
  storableSettings,
  type StoredTexts,
} from "../settings/stored.ts"
import type { ServedDomain } from "./servedDomain.ts"

/** The parts that a change of settings rebuilds: none, the clients of services, or the stores as well. */
export type Renewal = "nothing" | "services" | "stores"

const readWhenUsed = new Set(["appearance", "webhooks", "backup"])

const renewalOf = (group: string): Renewal =>
  group === "time" ? "stores" : readWhenUsed.has(group) ? "nothing" : "services"

/** The parts to rebuild if one set of stored texts replaces another. */
export const renewalFor = (
  domains: ReadonlyArray<ServedDomain>,
  before: StoredTexts,
  after: StoredTexts,
): Renewal => {
  const renewals = storableSettings(domains)
    .filter(({ setting: { name } }) => before.get(name) !== after.get(name))
    .map(({ group }) => renewalOf(group))
  return renewals.includes("stores") ? "stores" : renewals.includes("services") ? "services" : "nothing"
}

export const preferencesOf = ({
  dayBeginsAt,
  language,
  theme,
  units,
  weekBeginsOn,
}: Settings): Preferences => ({
  dayBeginsAt: `0${dayBeginsAt}:00`,
  language,
  theme,
  units,
  weekBeginsOn,
})

/** The services that read and write settings. */
type Stored = Context<SettingStore | DataVersions>

/**
 * The settings as they are now. `current` is for everything that reads them when it uses them; `adminSettings` reads and changes
 * them for the page. `onChange` is called if a change rebuilds something, before it is acknowledged.
 */
export const makeLiveSettings = Effect.fnUntraced(function* (
  domains: ReadonlyArray<ServedDomain>,
  read: ReadSettings,
  first: Reading,
  onChange: () => Effect.Effect<unknown>,
) {
  const variables = yield* inEnvironment(domains)
  let now = first
  /** The parts built from these texts. */
  let made = first.texts

  /** Reads the settings again, and calls `onChange` if they rebuild parts. */
  const refresh = Effect.fnUntraced(function* (stored: Stored) {
    const rows = yield* Effect.provideContext(
      SettingStore.use(({ all }) => all),
      stored,
    )
    now = yield* read(rows)
    if (renewalFor(domains, made, now.texts) !== "nothing") yield* onChange()
  })

  const change = Effect.fnUntraced(function* (
    stored: Stored,
    asked: Readonly<Record<string, string | null>>,
  ) {
    const changes = yield* changesOf(domains, now.settings, variables, asked)
    const backupTo = asked["BACKUP_TO"]?.trim()
    if (backupTo !== undefined && backupTo !== "")
      yield* Effect.mapError(
        checkBackups({ ...now.settings, backupTo }),
        ({ message }) => new InvalidInput({ field: "BACKUP_TO", message }),
      )
    yield* Effect.provideContext(
      SettingStore.use((store) => store.change(changes)),
      stored,
    )
    // Each value has been checked on its own.
    yield* Effect.orDie(refresh(stored))
  })

  return {
    current: (): Settings => now.settings,
    refresh,
    /** From now on parts are built from the current settings; returns what that rebuilds. */
    take: (): Renewal => {
      const renewal = renewalFor(domains, made, now.texts)
      made = now.texts
      return renewal
    },
    adminSettings: (stored: Stored) =>
      ({
        list: Effect.sync(() => shownSettings(domains, variables, now.texts)),
        change: (asked: Readonly<Record<string, string | null>>) => change(stored, asked),
        preferences: Effect.sync(() => preferencesOf(now.settings)),
      }) satisfies HostSettings,
  }
})
