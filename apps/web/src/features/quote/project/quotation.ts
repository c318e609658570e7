import { apiFile } from '#lib/gateway/api.ts'
import { saveFile } from '#lib/save-file.ts'

/** Two hundred lines take the server a moment. */
const timeoutMs = 60_000

/** Letters, digits and a few marks: what every file system takes. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N} ._()-]+/gu, '_').slice(0, 120)

/**
 * Fetches the quotation with the caller's token (a plain link would carry none) and hands it to the
 * browser to save.
 */
export async function downloadQuotation(projectId: string, name: string): Promise<void> {
  const key = 'GET /global/project/{projectId}/quotation'
  saveFile(await apiFile(key, { params: { projectId } }, { quiet: true, timeoutMs }), `${fileName(name)}.pdf`)
}
