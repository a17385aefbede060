import { articleEditFields, bookEditFields, highlightByHand } from "@daybook/reading"
import { editEndpoints } from "../forRoutes.ts"
import { BookAnswer } from "./books/wire.ts"
import { HighlightAnswer } from "./lists/wire.ts"
import { ArticleAnswer } from "./wire.ts"

/** The endpoints of edits of articles, books and highlights. */
export const articleEditEndpoints = editEndpoints("Article", "reading", articleEditFields, ArticleAnswer)
export const bookEditEndpoints = editEndpoints("Book", "reading", bookEditFields, BookAnswer)
export const highlightEditEndpoints = editEndpoints("Highlight", "reading", highlightByHand, HighlightAnswer)
