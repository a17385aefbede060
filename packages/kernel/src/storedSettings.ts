import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A setting that the owner has stored. The value of a secret one is sealed: a store never sees it in the clear. */
export interface StoredSetting {
  readonly name: string
  readonly value: string
  readonly isSealed: boolean
}

/** A setting to store, or without a value one to forget. */
export type SettingChange = StoredSetting | { readonly name: string; readonly value?: never }

/** The settings that the owner has stored, by name. Each change raises the version of "settings". Storage failures are defects. */
export class SettingStore extends Context.Service<
  SettingStore,
  {
    /** All of them, by name. */
    readonly all: Effect.Effect<ReadonlyArray<StoredSetting>>
    /** Applies all of the changes, or none. */
    readonly change: (changes: ReadonlyArray<SettingChange>) => Effect.Effect<void>
  }
>()("daybook/kernel/SettingStore") {}
