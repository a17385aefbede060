import { imagesRoutes } from "@daybook/http"
import { images as domain } from "@daybook/images"
import * as Layer from "effect/Layer"
import { servedDomain } from "../serving/servedDomain.ts"

export const images = servedDomain({ domain, routes: imagesRoutes, services: {}, sources: () => Layer.empty })
