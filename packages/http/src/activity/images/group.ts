import { ArtKind, ImageHash, ImageSize, longestSides } from "@daybook/images"
import * as Schema from "effect/Schema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  Admission,
  Endpoint,
  InvalidRequest,
  ItemImage,
  KeyRequired,
  NotFound,
  PayloadTooLarge,
  RangeNotSatisfiable,
  RequestTimeout,
  text,
} from "../forRoutes.ts"
import { wireForm } from "../../wire/form.ts"

const Hash = ImageHash.annotate({
  description: "The image's hash, 64 hex digits",
  message: "must be 64 hex digits, in lower case",
})

const Size = ImageSize.annotate({
  description: `The longest side: at most ${ImageSize.literals.map((size) => `${size} ${longestSides[size]}`).join(", ")} pixels`,
  message: `must be one of ${ImageSize.literals.join(", ")}`,
})

const bytes = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/webp" }))

const Kind = ArtKind.annotate({
  description: `What the image shows: ${ArtKind.literals.join(", ")}`,
  message: `must be one of ${ArtKind.literals.join(", ")}`,
})

const svg = Schema.String.pipe(HttpApiSchema.asText({ contentType: "image/svg+xml" }))

/** An image that the owner sent. */
export const AddedImage = wireForm({
  imageUrl: Schema.String.annotate({
    description: "The image's URL: PATCH an item with it as image_url to show this image",
  }),
  image: ItemImage,
})

export class ImagesGroup extends HttpApiGroup.make("images")
  .add(
    Endpoint.get("content", "/v1/images/:hash/:size", {
      params: { hash: Hash, size: Size },
      success: [
        bytes,
        bytes.pipe(HttpApiSchema.status(206)).annotate({ description: "The requested range" }),
      ],
      error: [NotFound, RangeNotSatisfiable],
      summary: "An image as WebP",
      description:
        "Never larger than the source: if the source is smaller, you get the largest available size. The content of " +
        "a URL never changes. `Range` requests are supported. The `url` of an item's `image` is the `large` size.",
    }).annotate(Admission, "free"),
    Endpoint.get("art", "/v1/images/art/:kind", {
      params: { kind: Kind },
      query: {
        title: Schema.optionalKey(text("The title; for a portrait, the name")),
        by: Schema.optionalKey(text("The maker: everything by one maker has the same inks")),
      },
      success: svg,
      summary: "Generated art as SVG",
      description:
        "For an item without an image. The same title and maker always get the same image. Covers and portraits are " +
        "square, posters and books 2:3, places 3:2. The content of a URL never changes.",
    }).annotate(Admission, "free"),
    Endpoint.post("add", "/v1/admin/images", {
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()).annotate({
        description: "The image: JPEG, PNG, GIF, WebP or AVIF",
      }),
      success: AddedImage.pipe(HttpApiSchema.status(201)),
      error: [PayloadTooLarge, RequestTimeout],
      summary: "Add an image",
      description:
        "The body is the image, up to 8 MiB, whatever its `Content-Type`. It is stored in every size. Send the returned " +
        "`image_url` as the `image_url` of an item, such as an album or a film, to show it there.",
    }).middleware(KeyRequired),
  )
  .middleware(InvalidRequest)
  .annotateMerge(OpenApi.annotations({ title: "Images" })) {}
