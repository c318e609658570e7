import type { ExpertDraft } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffBytes, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { saveFile } from '#lib/save-file.ts'
import type { DrawingSource } from '../shared/drawing/drawing.api.ts'

/** Always stale: the customer may change the part or withdraw the question meanwhile. */
export const questionQuery = (lineId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'expert', lineId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/expert/{lineId}', { params: { lineId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const similarPartsQuery = (lineId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'expert-similar', lineId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/expert/{lineId}/similar', { params: { lineId } }, { signal, quiet: true }),
  })

export const loadMesh = (lineId: string) => (signal: AbortSignal) =>
  staffBytes('GET /global/staff/expert/{lineId}/mesh', { params: { lineId } }, { signal, quiet: true })

interface QuestionFile {
  lineId: string
  uploadId: string
  name: string
}

export async function downloadFile({ lineId, uploadId, name }: QuestionFile): Promise<void> {
  const params = { lineId, uploadId }
  saveFile(await staffFile('GET /global/staff/expert/{lineId}/file/{uploadId}', { params }, { quiet: true }), name)
}

/** How a drawing of the part is read and downloaded. */
export function questionDrawing(file: QuestionFile): DrawingSource {
  const { lineId, uploadId, name } = file
  const params = { lineId, uploadId }

  return {
    key: `expert ${lineId} ${uploadId}`,
    name,
    load: (signal) =>
      staffFile('GET /global/staff/expert/{lineId}/drawing/{uploadId}', { params }, { signal, quiet: true }),
    download: () => downloadFile(file),
  }
}

export const saveDraft = (lineId: string, body: ExpertDraft & { seenAt: string | null }) =>
  staffApi('POST /global/staff/expert/{lineId}/draft', { params: { lineId }, body }, { quiet: true })

export interface Offer {
  unitMinor: number
  workingDays: number
  validDays: number
  note: string
  parcel: { sizeMm: [number, number, number]; weightG: number } | null
}

export const sendPrice = (lineId: string, body: Offer) =>
  staffApi('POST /global/staff/expert/{lineId}/answer', { params: { lineId }, body }, { quiet: true })

export const declinePrice = (lineId: string, note: string) =>
  staffApi('POST /global/staff/expert/{lineId}/decline', { params: { lineId }, body: { note } }, { quiet: true })
