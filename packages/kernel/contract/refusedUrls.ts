import { maxUrlLength, type WebUrl } from "@daybook/kernel"

/** Texts that files and services have instead of URLs, and that no store keeps. */
export const refusedUrls: ReadonlyArray<string> = [
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "javascript://img.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/png;base64,iVBORw0KGgo=",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://img.example/1",
  "ftp://img.example/1.jpg",
  "mailto:ida@letters.example",
  "//img.example/1.jpg",
  "/1.jpg",
  "img.example/1.jpg",
  "https:img.example",
  "https://",
  "https://img example/1.jpg",
  `https://img.example/${"x".repeat(maxUrlLength)}`,
]

/** The same in a field that takes only stored URLs, as a program without type checks may pass them. */
export const refusedWebUrls = refusedUrls as ReadonlyArray<WebUrl>

const isOfUrl = (name: string): boolean => /url$/i.test(name)

/** The texts in all fields of URLs of a value, at any depth. */
export const urlsIn = (value: unknown, name = ""): ReadonlyArray<string> => {
  if (typeof value === "string") return isOfUrl(name) ? [value] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => urlsIn(one, Array.isArray(value) ? name : key))
}
