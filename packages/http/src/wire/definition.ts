// Completes the OpenAPI documents: adds the rules of all endpoints to each endpoint's description.
import { type Json, mapObjects, objectAt, objectsIn, type Schema } from "./documentTree.ts"
import { wirePrefix } from "./format.ts"

/** The statuses, headers and bodies that all responses of an API share. */
export interface CommonAnswers {
  /** The body of an error with this status. */
  readonly errorBody: (status: number) => Schema
  /** The meaning of each error, by status. Any request may fail with the ones in `everywhere`. */
  readonly errors: Readonly<Record<number, string>>
  readonly everywhere: ReadonlyArray<number>
  /** Headers of every response. */
  readonly headers: ReadonlyArray<string>
  /** A response of some GETs, by path. */
  readonly examples?: Readonly<Record<string, Json>>
  /** True if every GET has an ETag and returns 304 to a client that has the response already. */
  readonly conditional: boolean
}

const text = (description: string) => ({ description, schema: { type: "string" } })
const count = (description: string) => ({ description, schema: { type: "integer", minimum: 0 } })

const headers: Readonly<Record<string, Schema>> = {
  "X-RateLimit-Limit": count(
    "Requests in any 60 seconds for the key, for the page's sessions of a key, or for an IP address without a key",
  ),
  "X-RateLimit-Remaining": count("The requests left"),
  "X-RateLimit-Reset": count("When the oldest counted request leaves the window, in Unix seconds"),
  "X-RateLimit-Reset-In": count("The seconds until the oldest counted request leaves the window"),
  "X-Request-Id": text("The request's id in the log"),
  "Cache-Control": text("Where and for how long the response may be cached"),
  ETag: text("The response's validator, for If-None-Match"),
  "Retry-After": count("Seconds to wait before asking again"),
  "WWW-Authenticate": text("Bearer, if the key is missing or invalid"),
  "Content-Range": text("The first and last byte sent, and the total: bytes 0-9/305"),
  Allow: text("The methods of the path"),
}

/** Headers of responses with one status. */
const ofStatus: Readonly<Record<number, ReadonlyArray<string>>> = {
  206: ["Content-Range", "ETag"],
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  416: ["Content-Range"],
  429: ["Retry-After"],
  503: ["Retry-After"],
}

/** Names of errors in the document. */
const names: Readonly<Record<number, string>> = {
  304: "NotModified",
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  409: "Conflict",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  416: "RangeNotSatisfiable",
  417: "ExpectationFailed",
  429: "TooManyRequests",
  431: "HeadersTooLarge",
  500: "InternalError",
  503: "Unavailable",
}

const nameOf = (status: number): string => {
  const name = names[status]
  if (name === undefined) throw new Error(`errors of status ${status} need a name`)
  return name
}

const pascal = (id: string) => id.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** Sets a property if there is a value for it. */
const withProperty = (object: Schema, name: string, value: Json | undefined): Schema =>
  value === undefined ? object : { ...object, [name]: value }

/** One schema as clients see it. */
const onTheWire = (schema: Schema): Schema => {
  const { additionalProperties, format, ...rest } = schema
  // The server ignores unknown properties.
  const open =
    additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }
  if (typeof format === "string" && format.startsWith(wirePrefix)) {
    const description = rest["description"]
    return withProperty(JSON.parse(format.slice(wirePrefix.length)), "description", description)
  }
  const described: Schema = { ...rest, ...open, ...(format === undefined ? {} : { format }) }
  // Tools take any other spelling for Basic.
  if (described["type"] === "http" && described["scheme"] === "Bearer")
    return { ...described, scheme: "bearer" }
  if (described["minimum"] !== Number.MIN_SAFE_INTEGER) return described
  // The bounds of a double do not apply to a whole number.
  const { maximum, minimum: _minimum, ...any } = described
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? any : { ...any, maximum }
}

/** A whole number in a response is a count or an id, so it is never negative. */
const countsOrNames = (schema: Schema): Schema =>
  schema["type"] === "integer" && schema["minimum"] === undefined ? { ...schema, minimum: 0 } : schema

const jsonSchemaOf = (content: Schema) => {
  const json = objectAt(content, "application/json")
  return json === undefined ? undefined : objectAt(json, "schema")
}

/** Makes the function that names the schemas of contents, and adds them to those of a document. */
const contentNamer = (schemas: Record<string, Json>) => {
  /** Schemas by their names, before those inside them were named. */
  const knownAs = new Map<string, string>()

  /** True for a name that no other schema has. A list names its items. */
  const isFree = (name: string, schema: Schema): boolean => {
    const items = objectAt(schema, "items")
    if (items !== undefined) return isFree(`${name}Item`, items)
    return schemas[name] === undefined || knownAs.get(name) === JSON.stringify(schema)
  }

  /** Names a schema and those inside it: each is a type to a generated client. */
  const named = (name: string, schema: Schema): Schema => {
    const items = objectAt(schema, "items")
    if (items !== undefined) return { ...schema, items: named(`${name}Item`, items) }
    const properties = objectAt(schema, "properties")
    if (properties === undefined) return schema
    const inner = objectsIn(properties).map(([property, value]) => {
      const short = pascal(property)
      const isNew = isFree(short, value)
      const isList = property === "data" && value["items"] !== undefined
      return [property, named(isList ? name : isNew ? short : `${name}${short}`, value)]
    })
    knownAs.set(name, JSON.stringify(schema))
    schemas[name] = { ...schema, properties: Object.fromEntries(inner) }
    return refTo("schemas", name)
  }

  /** Content with its schema named. The first example of the schema becomes the content's example. */
  const contentNamed = (name: string, content: Schema): Schema => {
    const whole = jsonSchemaOf(content)
    if (whole === undefined) return content
    const { examples, ...schema } = whole
    const [example]: ReadonlyArray<Json> = Array.isArray(examples) ? examples : []
    const json = { ...objectAt(content, "application/json"), schema: named(name, schema) }
    return { ...content, "application/json": withProperty(json, "example", example) }
  }

  return contentNamed
}

/** The responses that all operations share; their schemas are added to those of the document. */
const sharedResponses = (
  common: CommonAnswers,
  schemas: Record<string, Json>,
  headersOf: (more: ReadonlyArray<string>) => Schema,
) => {
  const errors = Object.entries(common.errors).map(([status, description]) => {
    const name = nameOf(Number(status))
    schemas[name] = common.errorBody(Number(status))
    return [
      name,
      {
        description,
        headers: headersOf(ofStatus[Number(status)] ?? []),
        content: { "application/json": { schema: refTo("schemas", name) } },
      },
    ] as const
  })
  const notModified = {
    description: "Unchanged since the response with this ETag",
    headers: headersOf(["ETag"]),
  }
  return Object.fromEntries([...(common.conditional ? [["NotModified", notModified]] : []), ...errors])
}

/** An API's document as clients see it, with everything that all its responses share. */
export const describeWire =
  (common: CommonAnswers) =>
  (effects: object): Record<string, unknown> => {
    const document = mapObjects(JSON.parse(JSON.stringify(effects)), onTheWire)
    const components = objectAt(document, "components") ?? {}
    const schemas: Record<string, Json> = { ...objectAt(components, "schemas") }
    const contentNamed = contentNamer(schemas)

    const headersOf = (more: ReadonlyArray<string>) =>
      Object.fromEntries([...common.headers, ...more].map((name) => [name, refTo("headers", name)]))

    const withExample = (content: Schema, example: Json | undefined): Schema => {
      const json = objectAt(content, "application/json")
      return json === undefined
        ? content
        : { ...content, "application/json": withProperty(json, "example", example) }
    }

    /** A streamed response has no validator. */
    const isConditional = (method: string, content: Schema | undefined) =>
      common.conditional && method === "get" && content?.["text/event-stream"] === undefined

    const responseOf = (name: string, path: string, method: string, status: number, response: Schema) => {
      if (status >= 400) return refTo("responses", nameOf(status))
      const content = objectAt(response, "content")
      const validated = isConditional(method, content) && status === 200 ? ["ETag"] : []
      return withProperty(
        { ...response, headers: headersOf([...(ofStatus[status] ?? []), ...validated]) },
        "content",
        content &&
          withExample(
            contentNamed(`${name}Answer`, mapObjects(content, countsOrNames)),
            method === "get" && status === 200 ? common.examples?.[path] : undefined,
          ),
      )
    }

    const operationOf = (path: string, method: string, operation: Schema): Schema => {
      const name = pascal(String(operation["operationId"]))
      const own = objectAt(operation, "responses") ?? {}
      const statuses = new Set([...Object.keys(own).map(Number), ...common.everywhere])
      const responses = Object.fromEntries(
        [...statuses]
          .toSorted((one, other) => one - other)
          .map((status) => [
            status,
            responseOf(name, path, method, status, objectAt(own, String(status)) ?? {}),
          ]),
      )
      const answered = objectAt(objectAt(own, "200") ?? {}, "content")
      if (isConditional(method, answered)) responses[304] = refTo("responses", "NotModified")
      const body = objectAt(operation, "requestBody")
      if (body === undefined) return { ...operation, responses }
      const content = objectAt(body, "content") ?? {}
      const json = jsonSchemaOf(content)
      // A body without required fields may be empty.
      const required = json === undefined || json["required"] !== undefined
      const requestBody = { ...body, required, content: contentNamed(`${name}Request`, content) }
      return { ...operation, responses, requestBody }
    }

    const paths = Object.fromEntries(
      objectsIn(objectAt(document, "paths")).map(([path, methods]) => [
        path,
        Object.fromEntries(
          objectsIn(methods).map(([method, operation]) => [method, operationOf(path, method, operation)]),
        ),
      ]),
    )
    return {
      ...document,
      paths,
      components: { ...components, schemas, responses: sharedResponses(common, schemas, headersOf), headers },
    }
  }
