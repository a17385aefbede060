import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { cardSizeNames } from "../../../wire/yearCards.ts"
import { Admission, InvalidRequest, NotConfigured, NotFound, oneOf, WorkFailed } from "../../forRoutes.ts"
import { Png } from "../cards/group.ts"
import { Card } from "../../../cards/document.ts"

const token = { token: Schema.String }

const picture = {
  params: { ...token, picture: Schema.String },
  query: {
    size: Schema.optionalKey(oneOf(cardSizeNames, "story, the default, or wide")),
  },
}

/**
 * The pages that their owner has shared, and their images. They are not in the activity API's document: browsers and
 * previews of links visit them, with the token of a share and nothing else.
 */
export class SharedPagesApi extends HttpApi.make("sharedPages").add(
  HttpApiGroup.make("sharedPages")
    .add(
      HttpApiEndpoint.get("page", "/s/:token", {
        params: token,
        success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" })),
      }).annotate(Admission, "open"),
      HttpApiEndpoint.get("svg", "/s/:token/:picture.svg", {
        ...picture,
        success: Card,
        error: NotFound,
      }).annotate(Admission, "open"),
      HttpApiEndpoint.get("png", "/s/:token/:picture.png", {
        ...picture,
        success: Png,
        error: [NotFound, NotConfigured, WorkFailed],
      }).annotate(Admission, "open"),
    )
    .middleware(InvalidRequest),
) {}
