import * as Context from "effect/Context"

/** A third-party service that a host may ask. */
export interface ServedService {
  /** Its name, such as `lastfm`. */
  readonly name: string
  /** Its name for people, such as `Last.fm`. */
  readonly title: string
  /** The domains that it feeds or describes. */
  readonly domains: ReadonlyArray<string>
  /** True if it only describes items of other sources: it is called along with them, and by no sync. */
  readonly describes: boolean
  /** The settings that it requires, in words; "" if it requires none. */
  readonly settings: string
  /** True if its settings are there. */
  readonly isConfigured: boolean
  /** True if its settings suffice to access an account, or it has no accounts. */
  readonly isComplete: boolean
}

/** The services of a host, by name; none by default. */
export const ServedServices = Context.Reference<ReadonlyArray<ServedService>>("daybook/http/ServedServices", {
  defaultValue: () => [],
})
