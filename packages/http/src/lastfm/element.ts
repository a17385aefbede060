import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { escaped } from "../wire/xml.ts"

/** The requested form of responses: Last.fm sends XML unless `format` is `json`. */
export type Form = "json" | "xml"

type Attributes = Readonly<Record<string, string | number>>

/**
 * An element of a response. In JSON one that holds a text and attributes is one flat object, one that holds elements has its
 * attributes under `@attr`, and elements of one name are a list.
 */
export type Element =
  | string
  | number
  | { readonly attributes?: Attributes; readonly text: string }
  | { readonly attributes?: Attributes; readonly elements: Elements }

export interface Elements {
  readonly [name: string]: Element | ReadonlyArray<Element> | undefined
}

/** An element with elements in it. */
export const holding = (elements: Elements, attributes?: Attributes): Element =>
  attributes === undefined ? { elements } : { elements, attributes }

const isMany = (value: Elements[string]): value is ReadonlyArray<Element> => Array.isArray(value)

const jsonOfAll = (elements: Elements): object =>
  Object.fromEntries(
    Object.entries(elements).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, isMany(value) ? value.map(jsonOf) : jsonOf(value)]],
    ),
  )

const jsonOf = (element: Element): unknown => {
  if (typeof element !== "object") return element
  if ("text" in element) return { ...element.attributes, "#text": element.text }
  const { attributes, elements } = element
  return { ...jsonOfAll(elements), ...(attributes === undefined ? {} : { "@attr": attributes }) }
}

const xmlOfAll = (elements: Elements): string =>
  Object.entries(elements)
    .flatMap(([name, value]) =>
      value === undefined ? [] : (isMany(value) ? value : [value]).map((one) => xmlOf(name, one)),
    )
    .join("")

const xmlOf = (name: string, element: Element): string => {
  if (typeof element !== "object") return `<${name}>${escaped(String(element))}</${name}>`
  const attributes = Object.entries(element.attributes ?? {})
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join("")
  return `<${name}${attributes}>${"text" in element ? escaped(element.text) : xmlOfAll(element.elements)}</${name}>`
}

/** A response of these elements. A text that is not well formed loses what is not. */
export const respond = (form: Form, elements: Elements, status = 200, isOk = true) =>
  form === "json"
    ? HttpServerResponse.jsonUnsafe(jsonOfAll(elements), { status })
    : HttpServerResponse.text(
        `<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="${isOk ? "ok" : "failed"}">${xmlOfAll(elements)}</lfm>\n`,
        { status, contentType: "text/xml; charset=utf-8" },
      )
