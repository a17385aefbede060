import { searchedText } from "@daybook/reading"
import { Html } from "@daybook/sources"

/** How a restore finds the words of articles: as storing them does. */
export const restoring = { textOf: (html: string): string => Html.plainText(html, searchedText) }
