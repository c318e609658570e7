import { type StaffListKey, type StaffRight, staffListKeys } from '@cotation/domain'
import { lazy, Suspense } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './menu.module.css'
import { menuGroups, menuScreens } from './screens.ts'
import { StaffLink } from './shared/staff-link.tsx'

const MenuViews = lazy(() => import('./list/menu-views.tsx').then((module) => ({ default: module.MenuViews })))

/** The path of a list is its key. */
const isList = (path: string): path is StaffListKey => staffListKeys.some((key) => key === path)

interface MenuProps {
  rights: readonly StaffRight[]
  /** Path of the shown screen. */
  path: string
}

/** The screens that the member may open. Screens without the right are hidden. */
export function Menu({ rights, path }: MenuProps) {
  const t = useTranslations('staff')
  const open = menuScreens(rights)
  const groups = menuGroups
    .map((group) => ({ group, screens: open.filter((screen) => screen.group === group) }))
    .filter(({ screens }) => screens.length > 0)

  return (
    <div className={classes.menu}>
      {groups.map(({ group, screens }) => (
        <div key={group} className={classes.group}>
          <h2 className={classes.heading}>{t(`groups.${group}`)}</h2>
          <ul className={classes.list}>
            {screens.map((screen) => (
              <li key={screen.path}>
                <MenuLink path={screen.path} isCurrent={isBelow(path, screen.path)}>
                  {t(`titles.${screen.title}`)}
                </MenuLink>
                <Suspense>{isList(screen.path) ? <MenuViews list={screen.path} /> : null}</Suspense>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** `orders/42` is below `orders`. */
const isBelow = (path: string, menuPath: string) => path === menuPath || path.startsWith(`${menuPath}/`)

function MenuLink({ path, isCurrent, children }: { path: string; isCurrent: boolean; children: string }) {
  return (
    <StaffLink path={path} className={classes.link} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </StaffLink>
  )
}
