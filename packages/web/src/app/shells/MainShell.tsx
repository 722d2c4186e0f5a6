import { Outlet } from '@tanstack/react-router'
export function MainShell() {
  return <Outlet />
}
