import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import { PartPicture } from '#ui/part-picture.tsx'
import classes from './latest-work.module.css'

const pageSize = 3
const query = { page: 1, pageSize }

interface CardProps {
  title: string
  all: ReactNode
  empty: string
  children: ReactNode[]
}

function Card({ title, all, empty, children }: CardProps) {
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {all}
      </header>
      {children.length > 0 ? <ul className={classes.list}>{children}</ul> : <p className={classes.fact}>{empty}</p>}
    </section>
  )
}

function LatestProjects() {
  const t = useTranslations('project')
  const format = useFormatter()
  const { data } = useQuery({
    queryKey: ['projects', 'latest'],
    queryFn: ({ signal }) => api('GET /global/project', { query }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (!data) return null

  const all = (
    <Link to="/user/project" search={{}}>
      {t('home.allProjects')}
    </Link>
  )

  return (
    <Card title={t('home.projects')} all={all} empty={t('home.noProjects')}>
      {data.projects.map(({ id, name, lines, totalMinor, thumbnailIds }) => (
        <li key={id} className={classes.item}>
          <PartPicture thumbnailId={thumbnailIds[0] ?? null} small />
          <div>
            <Link to="/quote/$projectId" params={{ projectId: id }} search={{}} className={classes.name}>
              {name}
            </Link>
            <p className={classes.fact}>
              {t('projects.lines', { lines })}
              {', '}
              {format.number(totalMinor / 100, { style: 'currency', currency: 'USD' })}
            </p>
          </div>
        </li>
      ))}
    </Card>
  )
}

function LatestFiles() {
  const t = useTranslations('project')
  const format = useFormatter()
  const { data } = useQuery({
    queryKey: ['uploads', 'latest'],
    queryFn: ({ signal }) => api('GET /global/upload/history', { query }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (!data) return null

  const all = (
    <Link to="/user/order/upload-history" search={{}}>
      {t('home.allFiles')}
    </Link>
  )

  return (
    <Card title={t('home.files')} all={all} empty={t('home.noFiles')}>
      {data.uploads.map(({ upload, thumbnailId }) => (
        <li key={upload.id} className={classes.item}>
          <PartPicture thumbnailId={thumbnailId} small />
          <div>
            <span className={classes.name}>{upload.name}</span>
            <p className={classes.fact}>
              {t(`files.state.${upload.state}`)}
              {', '}
              {format.dateTime(new Date(upload.createdAt), { dateStyle: 'medium' })}
            </p>
          </div>
        </li>
      ))}
    </Card>
  )
}

function LatestOrders() {
  const t = useTranslations('order')
  const money = useMoney()
  const { data } = useQuery({
    queryKey: ['orders', 'latest'],
    queryFn: ({ signal }) => api('GET /global/order', { query }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (!data) return null

  const all = (
    <Link to="/user/order/history" search={{}}>
      {t('home.all')}
    </Link>
  )

  return (
    <Card title={t('home.latest')} all={all} empty={t('home.none')}>
      {data.orders.map(({ id, number, status, totalMinor, thumbnailIds }) => (
        <li key={id} className={classes.item}>
          <PartPicture thumbnailId={thumbnailIds[0] ?? null} small />
          <div>
            <Link to="/user/order/detail/$orderId" params={{ orderId: id }} search={{}} className={classes.name}>
              {number}
            </Link>
            <p className={classes.fact}>
              {t(`status.${status}`)}
              {', '}
              {money(totalMinor)}
            </p>
          </div>
        </li>
      ))}
    </Card>
  )
}

/**
 * Where a customer left off (spec 2: the user home shows the upload history). Absent while it
 * cannot be had.
 */
export function LatestWork() {
  return (
    <div className={classes.cards}>
      <LatestOrders />
      <LatestProjects />
      <LatestFiles />
    </div>
  )
}
