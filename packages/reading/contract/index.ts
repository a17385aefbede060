import type { DataVersions, Edits } from "@daybook/kernel"
import { journalContract, searchContract } from "@daybook/kernel/contract"
import { describe } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { archiveContract } from "./archive.ts"
import type { ReadingPorts } from "./articles.ts"
import { booksContract } from "./books.ts"
import { cleanedContract } from "./cleaned.ts"
import { devicesContract } from "./devices.ts"
import { editingContract } from "./edits.ts"
import { excerptsContract } from "./excerpts.ts"
import { hostileContract } from "./hostile.ts"
import { listsContract } from "./lists.ts"
import { overviewContract } from "./overview.ts"
import { reembeddingContract } from "./reembedding.ts"
import { storingContract } from "./storing.ts"
import { wordsContract } from "./words.ts"
import { articleJournal, articleSearch } from "./journal.ts"

export { durableArticleStoreContract } from "./durable.ts"
export { durableVectorIndexContract, vectorIndexContract } from "./vectors.ts"

/**
 * The contract of every `ArticleStore`, and of the version of "reading" next to it. The use cases on top of it run as
 * well, with the adapter's `VectorIndex` and `SyncRuns`. `fresh` returns empty stores, built again for each test and for
 * each run of a property.
 */
export const articleStoreContract = (
  adapter: string,
  fresh: (zone?: string) => Layer.Layer<ReadingPorts | DataVersions | Edits>,
): void => {
  describe(`${adapter}: storing articles`, () => storingContract(fresh))
  describe(`${adapter}: edits of articles and highlights`, () => editingContract(fresh))
  describe(`${adapter}: the archive`, () => archiveContract(fresh))
  describe(`${adapter}: lists of articles and highlights`, () => listsContract(fresh))
  describe(`${adapter}: books`, () => booksContract(fresh))
  describe(`${adapter}: what reading devices report`, () => devicesContract(fresh))
  describe(`${adapter}: a period of reading next to the one before`, () => overviewContract(fresh))
  describe(`${adapter}: the words of articles`, () => wordsContract(fresh))
  describe(`${adapter}: excerpts`, () => excerptsContract(fresh))
  describe(`${adapter}: the cleaned HTML of articles`, () => cleanedContract(fresh))
  describe(`${adapter}: hostile texts of articles`, () => hostileContract(fresh))
  describe(`${adapter}: embedding articles`, () => reembeddingContract(fresh))
  describe(`${adapter}: the journal of articles`, () => journalContract(articleJournal, fresh))
  describe(`${adapter}: the search of articles`, () => searchContract(articleSearch, fresh))
}
