import type { StaffListKey } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { StaffLink } from '../shared/staff-link.tsx'
import classes from './list.module.css'
import { RowCount } from './row-count.tsx'
import { viewsQuery } from './saved-views.tsx'

/** More would hide the other screens of the menu; the dialog of the list has them all. */
const maxShown = 8

/** The saved views of a list below its link in the menu, with the number of their rows. */
export function MenuViews({ list }: { list: StaffListKey }) {
  const { data } = useQuery(viewsQuery)
  const views = data?.views.filter((view) => view.list === list).slice(0, maxShown) ?? []
  if (views.length === 0) return null

  return (
    <ul className={classes.menuViews}>
      {views.map(({ id, name, state, count }) => (
        <li key={id}>
          <StaffLink path={list} search={Object.fromEntries(new URLSearchParams(state))} className={classes.menuView}>
            <span>{name}</span> {count ? <RowCount count={count} className={classes.counter} /> : null}
          </StaffLink>
        </li>
      ))}
    </ul>
  )
}
