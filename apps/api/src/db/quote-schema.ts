import type {
  Configuration,
  Fault,
  Language,
  PartMeasures,
  TechnologySlug,
  UploadPurpose,
  UploadState,
} from '@cotation/domain'
import type { BodyFacts, Finding, PartAnalysis, Refusal } from '@cotation/geometry'
import type { LinePrice, LineStanding } from '@cotation/pricing'
import type { ColumnType, Generated } from 'kysely'

/** The tables of uploads, projects and lines. JSON goes in as text and comes out parsed. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type CreatedAt = ColumnType<Date, Date, never>

/** A customer, or a visitor by the digest of the temporary token: exactly one of the two is set. */
export interface OwnedTable {
  customer_id: string | null
  visitor_hash: Buffer | null
}

export interface FileContentTable {
  sha256: string
  /** `bigint`: read as a text. */
  bytes: ColumnType<string, number, never>
  stored_at: Date
  removed_at: Date | null
}

export const analysisStates = ['queued', 'running', 'done', 'refused'] as const
export type AnalysisState = (typeof analysisStates)[number]

/** What is known of a whole file; its bodies have rows of their own. */
export type FileSummary = Omit<PartAnalysis, 'bodies'>

export interface PartAnalysisTable {
  id: Generated<string>
  sha256: string
  unit: string
  state: AnalysisState
  asked_by: string
  attempts: Generated<number>
  queued_at: Date
  started_at: Date | null
  lease_until: Date | null
  finished_at: Date | null
  summary: NullableJson<FileSummary>
  refusal: NullableJson<Refusal>
  meshes_removed_at: Date | null
}

export interface PartBodyTable {
  analysis_id: string
  body_index: number
  name: string
  per_file: number
  fingerprint: string
  measures: Json<PartMeasures>
  facts: Json<BodyFacts>
  thumbnail_id: string | null
}

export interface UploadTable extends OwnedTable {
  id: Generated<string>
  purpose: UploadPurpose
  name: string
  bytes: ColumnType<string, number, never>
  state: UploadState
  refusal: NullableJson<Refusal>
  sha256: string | null
  unit: Generated<string>
  analysis_id: string | null
  notify_email: string | null
  notify_language: Language | null
  created_at: CreatedAt
  last_used_at: Date
  warned_at: Date | null
}

export interface ProjectTable extends OwnedTable {
  id: Generated<string>
  name: string
  service: TechnologySlug
  revision: Generated<number>
  catalogue_version: string
  priced_at: Date
  valid_until: Date
  share_hash: Buffer | null
  created_at: CreatedAt
  updated_at: Date
  deleted_at: Date | null
}

/** What the server found of a line, and what it found it from: a price is looked up, never believed. */
export interface LineVerdictRecord {
  catalogueVersion: string
  /** Null until the file was analysed: only `standing` is known. */
  analysisId: string | null
  faults: Fault[]
  findings: Finding[]
  price: LinePrice | null
  standing: LineStanding
}

/** The figures of a line before its file was replaced. */
export interface LineRevision {
  fileName: string
  replacedAt: string
  sizeMm: readonly number[] | null
  volumeMm3: number | null
  lineMinor: number | null
  /** Of the body that the line was: an assembly's other bodies may stand in another order in the revised file. */
  fingerprint: string | null
}

export interface QuoteLineTable {
  id: Generated<string>
  project_id: string
  upload_id: string
  body_index: number | null
  position: number
  name: string
  configuration: NullableJson<Configuration>
  comment: Generated<string>
  verdict: NullableJson<LineVerdictRecord>
  line_minor: ColumnType<string | null, number | null | undefined, number | null>
  revision: NullableJson<LineRevision>
  created_at: CreatedAt
  updated_at: Date
  deleted_at: Date | null
}

export interface LineAttachmentTable {
  line_id: string
  upload_id: string
  position: number
}

export interface FindingAcceptanceTable {
  id: Generated<string>
  line_id: string
  rule: string
  finding: Json<Finding>
  accepted_by: string
  customer_id: string | null
  accepted_at: Date
  withdrawn_at: Date | null
}

/** What an expert's price is for. */
export interface PartSnapshot {
  configuration: Configuration | null
  uploadId: string
  sha256: string | null
  unit: string
  bodyIndex: number | null
}

export interface ManualQuoteTable {
  id: Generated<string>
  line_id: string
  state: 'asked' | 'answered' | 'declined' | 'withdrawn'
  question: string
  email: string
  language: Language
  subject: Json<PartSnapshot>
  asked_at: Date
  unit_minor: ColumnType<string | null, number | null | undefined, number | null>
  working_days: number | null
  size_mm: [number, number, number] | null
  weight_g: number | null
  note: Generated<string>
  answered_by: string | null
  answered_at: Date | null
}

export interface QuoteTables {
  file_content: FileContentTable
  part_analysis: PartAnalysisTable
  part_body: PartBodyTable
  upload: UploadTable
  project: ProjectTable
  quote_line: QuoteLineTable
  line_attachment: LineAttachmentTable
  finding_acceptance: FindingAcceptanceTable
  manual_quote: ManualQuoteTable
}
