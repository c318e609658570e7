import type { Db } from '#db/database.ts'

/** Pieces that operators lost or did again while they made lines, oldest first. */
export function listLosses(db: Db, lineIds: readonly string[]) {
  return db
    .selectFrom('production_report as report')
    .innerJoin('production_step as step', 'step.id', 'report.step_id')
    .innerJoin('production_run as run', 'run.id', 'step.run_id')
    .innerJoin('staff_member as operator', 'operator.id', 'report.staff_id')
    .select([
      'run.line_id as lineId',
      'report.id',
      'report.at',
      'run.code',
      'step.operation',
      'step.service',
      'report.rework',
      'report.scrap',
      'report.reason',
      'operator.name as operator',
    ])
    .where('run.line_id', 'in', lineIds)
    .where(({ eb, or }) => or([eb('report.scrap', '>', 0), eb('report.rework', '>', 0)]))
    .orderBy('report.at')
    .orderBy('report.id')
    .execute()
}

/** Quantities of lines that were made again, oldest first. */
export function listRemakes(db: Db, lineIds: readonly string[]) {
  return db
    .selectFrom('production_run as run')
    .leftJoin('staff_member as opener', 'opener.id', 'run.opened_by')
    .select([
      'run.line_id as lineId',
      'run.code',
      'run.quantity',
      'run.cause',
      'run.reason',
      'run.opened_at as openedAt',
      'opener.name as openedBy',
      'run.due_day as dueDay',
    ])
    .where('run.line_id', 'in', lineIds)
    .where('run.cause', '<>', 'order')
    .orderBy('run.opened_at')
    .orderBy('run.code')
    .execute()
}
