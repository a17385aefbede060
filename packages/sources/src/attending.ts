import { AttendingFeeds } from "@daybook/attending"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import { layerOf, service } from "./services.ts"
import * as Google from "./google/index.ts"
import * as Setlistfm from "./setlistfm/index.ts"

/** The configured services that know which events the owner attends. */
export interface Config {
  readonly google?: Google.Config | undefined
  readonly setlistfm?: Setlistfm.Config | undefined
}

/** Google's calendar and mail, then setlist.fm, as far as they are configured. */
export const feeds = ({ google, setlistfm }: Config): Layer.Layer<AttendingFeeds, never, HttpClient> =>
  layerOf(
    AttendingFeeds,
    service(Google.settings, google, Google.makeFeeds),
    service(Setlistfm.settings, setlistfm, Setlistfm.make),
  )
