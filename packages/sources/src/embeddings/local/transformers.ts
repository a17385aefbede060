import { checkModel, missingModel } from "./modelFiles.ts"
import type { Encoded, ThreadOptions } from "./messages.ts"

/** The part of Transformers.js that is used here: https://huggingface.co/docs/transformers.js */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  readonly pipeline: (
    task: "feature-extraction",
    model: string,
    options: { readonly dtype: "q8"; readonly local_files_only: true },
  ) => Promise<Extractor>
}

interface Extractor {
  (
    text: string,
    options: { readonly pooling: "mean"; readonly normalize: true },
  ): Promise<{ readonly data: ArrayLike<number> }>
  readonly tokenizer: (text: string) => { readonly input_ids: { readonly size: number } }
}

/** About half a gigabyte on disk, so it is downloaded only on request. */
const packageName = "@huggingface/transformers"

const noPackage = `EMBEDDINGS_MODEL=local needs a package: run npm install ${packageName}`

const importTransformers = async (): Promise<Transformers> => {
  try {
    return await import(packageName)
  } catch (cause) {
    throw new Error(noPackage, { cause })
  }
}

const hasPackage = (): boolean => {
  try {
    import.meta.resolve(packageName)
    return true
  } catch {
    return false
  }
}

/** The model's missing requirements, as sentences; undefined if it has all. */
export const missingRequirements = ({
  folder,
  model,
}: {
  readonly folder: string
  readonly model: string
}) => {
  const missing = [hasPackage() ? undefined : noPackage, missingModel(folder, model)]
  return missing.filter((one) => one !== undefined).join("; ") || undefined
}

/** Loads a model from its files, without network access. */
export const loadTransformers = async ({
  folder,
  model,
}: Extract<ThreadOptions, { kind: "transformers" }>): Promise<(text: string) => Promise<Encoded>> => {
  const { env, pipeline } = await importTransformers()
  checkModel(folder, model)
  env.allowRemoteModels = false
  env.localModelPath = folder
  const extract = await pipeline("feature-extraction", model, { dtype: "q8", local_files_only: true })
  return async (text) => {
    const { data } = await extract(text, { pooling: "mean", normalize: true })
    return { vector: Float32Array.from(data), pieces: extract.tokenizer(text).input_ids.size }
  }
}
