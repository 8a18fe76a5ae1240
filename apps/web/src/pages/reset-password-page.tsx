import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { useToasts } from '../components/toasts.js';
import { useTitle } from '../components/use-title.js';
import { ResetPasswordForm } from '../features/auth/reset-password-form.js';
import { paths } from '../lib/paths.js';

export function ResetPasswordPage() {
  useTitle('New password');
  const { token } = useParams();
  const navigate = useNavigate();
  const toasts = useToasts();
  if (token === undefined) return <Navigate to={paths.login} replace />;

  function finish(message: string) {
    toasts.good(message);
    void navigate(paths.login);
  }

  return (
    <>
      <h1 className="mb-6 text-2xl">Choose a new password</h1>
      <ResetPasswordForm token={token} onDone={finish} />
    </>
  );
}
