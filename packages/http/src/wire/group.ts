import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InvalidRequest, KeyRequired } from "./middleware.ts"

type Endpoints = readonly [HttpApiEndpoint.Constraint, ...ReadonlyArray<HttpApiEndpoint.Constraint>]

/** A group of endpoints that need a key, with its title in the document. */
export const keyedGroup = <const Identifier extends string, const All extends Endpoints>(
  identifier: Identifier,
  title: string,
  ...endpoints: All
) =>
  HttpApiGroup.make(identifier)
    .add(...endpoints)
    .middleware(InvalidRequest)
    .middleware(KeyRequired)
    .annotate(OpenApi.Title, title)
