import { Link } from '@tanstack/react-router'
import classes from '../list/list.module.css'

/** Links to the projects that use a file. */
export function ProjectLinks({ projects }: { projects: readonly { id: string; name: string }[] }) {
  return (
    <ul className={classes.links}>
      {projects.map(({ id, name }) => (
        <li key={id}>
          <Link to="/quote/$projectId" params={{ projectId: id }} search={{}}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
