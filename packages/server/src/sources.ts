import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { CommonPorts, OwnPorts, ServedDomain } from "./servedDomain.ts"
import type { Settings, SettingError } from "./settings.ts"

const none = Layer.empty as Layer.Layer<
  never,
  SettingError,
  OwnPorts | CommonPorts | HttpClient
> as Layer.Layer<OwnPorts, SettingError, OwnPorts | CommonPorts | HttpClient>

/** The source ports of these domains, each of the services that are configured. */
export const layer = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  domains
    .map(({ sources }) => sources(settings.services, settings))
    .reduce((all, one) => Layer.merge(all, one), none)
    .pipe(Layer.provide(FetchHttpClient.layer))
