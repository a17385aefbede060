import type { InvalidInput } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A setting that the owner may change, as it is now. */
export interface AdminSetting {
  /** Its name, such as `TIME_ZONE`. */
  readonly name: string
  /** What it belongs to: a service such as `lastfm`, or `time`, `appearance`, `maps`, `webhooks` or `backup`. */
  readonly group: string
  /** What it is, in a sentence. */
  readonly meaning: string
  /** Completes "must be …". */
  readonly wanted: string
  /** The value in force as text; of a secret only "set", or "". */
  readonly value: string
  /** The origin of that value. */
  readonly source: "environment" | "stored" | "default"
  readonly secret: boolean
}

/** How the page looks and counts. */
export interface Preferences {
  /** When a day begins, from `00:00` to `06:00`. */
  readonly dayBeginsAt: string
  readonly weekBeginsOn: "monday" | "sunday" | "saturday"
  readonly units: "auto" | "kilometres" | "miles"
  /** A language tag, or `auto` for the browser's. */
  readonly language: string
  readonly theme: "system" | "light" | "dark"
}

/** A setting that the environment of the server fixes. The message names it and states what to do. */
export class SettingFixed extends Schema.TaggedError<SettingFixed>()("SettingFixed", {
  message: Schema.String,
}) {}

/** The host's settings that the owner may change. */
export interface HostSettings {
  /** All of them, in groups. */
  readonly list: Effect.Effect<ReadonlyArray<AdminSetting>>
  /** Stores new values, or removes the values of null ones; all of them or none. */
  readonly change: (
    changes: Readonly<Record<string, string | null>>,
  ) => Effect.Effect<void, InvalidInput | SettingFixed>
  readonly preferences: Effect.Effect<Preferences>
}

/** The settings that can be changed; none by default. */
export const AdminSettings = Context.Reference<HostSettings>("daybook/http/AdminSettings", {
  defaultValue: () => ({
    list: Effect.succeed([]),
    change: () => Effect.void,
    preferences: Effect.succeed({
      dayBeginsAt: "00:00",
      weekBeginsOn: "monday",
      units: "auto",
      language: "auto",
      theme: "system",
    }),
  }),
})
