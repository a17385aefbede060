import { savedBook, type BookInput } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { finished } from "./savedArticles.ts"
import { assertFailure, InstantOrEmpty, Pagination, readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"

const book = {
  id: Schema.Int,
  title: Schema.String,
  author: Schema.String,
  url: Schema.String,
  isbn: Schema.String,
  pages: Schema.Int,
  year: Schema.Int,
  status: Schema.String,
  rating: Schema.Finite,
  review: Schema.String,
  tags: Schema.Array(Schema.String),
  times_read: Schema.Int,
  source: Schema.String,
  image: Schema.optionalKey(Schema.Struct({ url: Schema.NonEmptyString })),
  saved_at: InstantOrEmpty,
  started_at: InstantOrEmpty,
  finished_at: InstantOrEmpty,
}
const Books = Schema.Struct({ data: Schema.Array(Schema.Struct(book)), pagination: Pagination })

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)

const told = (title: string, more: Partial<BookInput>) =>
  savedBook({ title, author: "Ida Quarry", status: "unread", ...more })

describe("books", () => {
  it.effect("are listed with every field, read by id, counted and edited, over HTTP", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepStrictEqual(readAs(Books, yield* server.get("/v1/reading/books")).data, [])
      yield* server.storeArticles(
        told("Salt Roads", {
          status: "finished",
          isbn: "9780306406157",
          url: "https://books.example/1",
          pages: 312,
          publishedYear: 1998,
          rating: 4.25,
          review: "Slow.\n\nThen not.",
          tags: ["islands"],
          timesRead: 2,
          addedAt: noon("2024-01-02"),
          startedAt: noon("2024-03-01"),
          finishedAt: noon("2024-03-09"),
        }),
        told("Coast", {}),
        finished("1", noon("2024-03-08")),
      )
      const { data, pagination } = readAs(Books, yield* server.get("/v1/reading/books"))
      const [first, second] = data
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 2, total_pages: 1 })
      const { id = 0 } = first ?? {}
      assert.deepStrictEqual(first, {
        id,
        title: "Salt Roads",
        author: "Ida Quarry",
        url: "https://books.example/1",
        isbn: "9780306406157",
        pages: 312,
        year: 1998,
        status: "finished",
        rating: 4.25,
        review: "Slow.\n\nThen not.",
        tags: ["islands"],
        times_read: 2,
        source: "books",
        // Without its own image it has the cover that Open Library may have.
        image: { url: "https://covers.openlibrary.org/b/isbn/9780306406157-L.jpg?default=false" },
        saved_at: "2024-01-02T12:00:00.000Z",
        started_at: "2024-03-01T12:00:00.000Z",
        finished_at: "2024-03-09T12:00:00.000Z",
      })
      assert.deepStrictEqual([second?.title, second?.finished_at, second?.saved_at], ["Coast", "", ""])
      assert.deepStrictEqual(readAs(Schema.Struct(book), yield* server.get(`/v1/reading/books/${id}`)), first)
      const chosen =
        "q=ROADS&status=finished&author=ida%20quarry&tag=Islands&year=1998&from=2024-03-09&sort=rating"
      assert.lengthOf(readAs(Books, yield* server.get(`/v1/reading/books?${chosen}`)).data, 1)
      assert.lengthOf(
        readAs(Books, yield* server.get(`/v1/reading/books?${chosen.replace("1998", "1999")}`)).data,
        0,
      )
      assert.lengthOf(readAs(Books, yield* server.get("/v1/reading/books?tag=%20")).data, 2)
      assertFailure(yield* server.get("/v1/reading/books?status=read"), 400, /status/)
      assertFailure(yield* server.get("/v1/reading/books?sort=words"), 400, /sort/)
      assertFailure(yield* server.get(`/v1/reading/articles/${id}`), 404, /^There is no article/)
      assertFailure(yield* server.get("/v1/reading/books/999"), 404, /^There is no book 999$/)
    }),
  )
})
