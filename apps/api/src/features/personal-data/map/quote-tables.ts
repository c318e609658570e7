import { type SqlBool, sql } from 'kysely'
import { declarationForCustomer, emptyValue, ofCustomer, ofLine, type Subject, tableRule } from './rule.ts'

/** Contents that the customer has uploaded; equal bytes of several customers are stored once. */
const ofContent = ({ customerId }: Subject) =>
  sql<SqlBool>`sha256 in (select sha256 from upload where customer_id = ${customerId})`

/** Rows of the customer's projects. */
const ofProject = ({ customerId }: Subject) =>
  sql<SqlBool>`project_id in (select id from project where customer_id = ${customerId})`

/** Projects, lines and files. Rows come before the rows that they refer to. */
export const quoteTables = [
  tableRule('finding_acceptance', {
    owner: ofLine,
    onDeletion: 'erase',
    plain: ['id', 'line_id', 'customer_id'],
    personal: ['rule', 'finding', 'wording', 'accepted_by', 'accepted_at', 'withdrawn_at'],
    exported: {
      as: 'acceptedFindings',
      columns: ['line_id', 'rule', 'finding', 'wording', 'accepted_by', 'accepted_at', 'withdrawn_at'],
    },
  }),
  tableRule('manual_quote', {
    owner: ofLine,
    onDeletion: 'erase',
    plain: ['id', 'line_id', 'state', 'answered_by', 'draft_by', 'draft_at'],
    personal: [
      'question',
      'email',
      'language',
      'subject',
      'asked_at',
      'unit_minor',
      'working_days',
      'note',
      'answered_at',
      'size_mm',
      'weight_g',
      'valid_until',
      'draft',
    ],
    exported: {
      as: 'expertQuestions',
      columns: [
        'line_id',
        'asked_at',
        'question',
        'email',
        'state',
        'answered_at',
        'unit_minor',
        'working_days',
        'valid_until',
        'note',
      ],
    },
  }),
  tableRule('line_attachment', {
    owner: ofLine,
    onDeletion: 'erase',
    plain: ['line_id', 'upload_id', 'position'],
    exported: { as: 'attachments', columns: ['line_id', 'upload_id', 'position'] },
  }),
  tableRule('quote_line', {
    owner: ofProject,
    onDeletion: 'erase',
    plain: ['id', 'project_id', 'upload_id', 'body_index', 'position', 'line_minor', 'deleted_at'],
    personal: ['name', 'configuration', 'comment', 'verdict', 'revision', 'created_at', 'updated_at'],
    exported: {
      as: 'projectLines',
      columns: [
        'id',
        'project_id',
        'upload_id',
        'position',
        'name',
        'configuration',
        'comment',
        'line_minor',
        'revision',
        'created_at',
        'updated_at',
        'deleted_at',
      ],
    },
  }),
  tableRule('project_activity', {
    owner: ofProject,
    onDeletion: 'erase',
    plain: ['id', 'project_id', 'actor'],
    personal: ['at', 'event'],
    exported: { as: 'projectActivity', columns: ['project_id', 'at', 'actor', 'event'] },
  }),
  tableRule('project', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['id', 'customer_id', 'revision', 'catalogue_version', 'priced_at', 'valid_until', 'service_chosen'],
    personal: [
      'name',
      'service',
      'material_id',
      'country',
      'export_declaration',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
    secret: ['visitor_hash', 'share_hash'],
    exported: {
      as: 'projects',
      columns: [
        'id',
        'name',
        'service',
        'material_id',
        'country',
        'export_declaration',
        'catalogue_version',
        'created_at',
        'updated_at',
        'deleted_at',
      ],
      partly: { export_declaration: declarationForCustomer },
    },
  }),
  tableRule('upload', {
    owner: ofCustomer,
    onDeletion: 'erase',
    // Lines of orders refer to it.
    neededBy: sql<SqlBool>`exists (select from order_line where order_line.upload_id = upload.id)`,
    plain: [
      'id',
      'customer_id',
      'purpose',
      'bytes',
      'state',
      'unit',
      'created_at',
      'last_used_at',
      'bytes_at',
      'warned_at',
    ],
    personal: {
      name: sql`'-'`,
      refusal: emptyValue,
      sha256: emptyValue,
      analysis_id: emptyValue,
      notify_email: emptyValue,
      notify_language: emptyValue,
    },
    secret: { visitor_hash: emptyValue },
    exported: {
      as: 'files',
      columns: ['id', 'name', 'purpose', 'bytes', 'state', 'sha256', 'unit', 'created_at', 'last_used_at'],
    },
  }),
  tableRule('part_body', {
    owner: ({ customerId }) =>
      sql<SqlBool>`analysis_id in (select analysis_id from upload where customer_id = ${customerId})`,
    onDeletion: 'with-file',
    plain: ['analysis_id', 'body_index', 'per_file', 'fingerprint'],
    personal: ['name', 'measures', 'facts', 'thumbnail_id', 'failure'],
    exported: { as: 'bodies', columns: ['analysis_id', 'body_index', 'name', 'per_file', 'measures', 'failure'] },
  }),
  tableRule('part_analysis', {
    owner: ofContent,
    onDeletion: 'with-file',
    plain: [
      'id',
      'sha256',
      'unit',
      'state',
      // The owner's id, or the digest of a visitor or of the visitor's network.
      'asked_by',
      'attempts',
      'queued_at',
      'started_at',
      'lease_until',
      'finished_at',
      'meshes_removed_at',
      'retried_version',
      'version',
    ],
    personal: ['summary', 'refusal'],
    exported: { as: 'analyses', columns: ['id', 'sha256', 'unit', 'state', 'finished_at', 'summary', 'refusal'] },
  }),
  tableRule('file_content', {
    owner: ofContent,
    onDeletion: 'with-file',
    plain: ['sha256', 'bytes', 'stored_at', 'removed_at'],
  }),
]
