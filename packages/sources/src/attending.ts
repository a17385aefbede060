import { AttendingFeeds } from "@daybook/attending"
import { Setting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Google from "./google/index.ts"
import * as Setlistfm from "./setlistfm/index.ts"

/** The configured services that know which events the owner attends. */
export interface Config {
  readonly google?: Google.Config | undefined
  readonly setlistfm?: Setlistfm.Config | undefined
}

/** Google's calendar and mail, then setlist.fm, as far as they are configured. */
export const feeds = ({ google, setlistfm }: Config): Layer.Layer<AttendingFeeds, never, HttpClient> =>
  Layer.effect(
    AttendingFeeds,
    Effect.gen(function* () {
      const configured = [
        ...(google === undefined ? [] : yield* Google.makeFeeds(google)),
        ...(setlistfm === undefined ? [] : [yield* Setlistfm.make(setlistfm)]),
      ]
      return AttendingFeeds.of({
        configured,
        settings: Setting.neededInWords(Google.settings, Setlistfm.settings),
      })
    }),
  )
