import { type SqlBool, sql } from 'kysely'
import { contains } from '#db/lists.ts'
import type { ListReader, ListSource } from './list-query.ts'
import { companyColumn, customerColumn, customersMatching, managerColumn } from './shared-columns.ts'

const customerId = sql`project.customer_id`

export const expertQuestionSource = ({ rights }: ListReader): ListSource => ({
  from: sql`manual_quote question
    join quote_line line on line.id = question.line_id join project on project.id = line.project_id`,
  id: sql`question.id`,
  // Nobody can open what the customer has removed.
  always: sql<SqlBool>`line.deleted_at is null and project.deleted_at is null`,
  search: (search) => sql<SqlBool>`question.id in (
    select asked.id from manual_quote asked where ${contains(sql`asked.email`, search)}
    union all select asked.id from manual_quote asked where ${contains(sql`asked.question`, search)}
    union all select asked.id from manual_quote asked where asked.line_id in (
      select named.id from quote_line named where ${contains(sql`named.name`, search)})
    union all select asked.id from manual_quote asked where asked.line_id in (
      select owned.id from quote_line owned join project own on own.id = owned.project_id
      where own.customer_id in (${customersMatching(search, rights)})))`,
  columns: {
    part: {
      value: sql`jsonb_build_object('id', line.id, 'name', line.name)`,
      compared: sql`line.id`,
      matches: (search) => contains(sql`line.name`, search),
    },
    customer: customerColumn(customerId),
    company: companyColumn(customerId),
    email: { value: sql`question.email` },
    state: { value: sql`question.state` },
    // Equal to the expression of the index `manual_quote_waiting`.
    waitingSince: { value: sql`(case when question.state = 'asked' then question.asked_at end)` },
    service: { value: sql`project.service` },
    quantity: { value: sql`(line.configuration ->> 'quantity')::int` },
    hasDraft: { value: sql`(question.draft is not null)` },
    unitUsd: { value: sql`question.unit_minor` },
    askedAt: { value: sql`question.asked_at` },
    answeredAt: { value: sql`question.answered_at` },
    manager: managerColumn(customerId),
  },
})
