import { useEffect, type ReactNode } from 'react';
import { serviceUrl } from '../../device/base-path';
import { Logo } from '../../components/logo';
import { Preferences } from '../../components/preferences';
import { useMessages } from '../../i18n/locale';
import type { Rejection } from '../../session/rejection';
import { KeyForm } from './key-form';
import { signInMessages } from './sign-in-messages';
import '../../components/card.css';
import './sign-in.css';

const CREATE_ACCOUNT = 'npm run -s admin -- account create --name team --balance 1000';

/** What Medley is, how to get a key, and the form. `reason`: why an earlier key is no longer good. */
export function SignInScreen({ reason }: { reason: Rejection | null }): ReactNode {
  const messages = useMessages(signInMessages);
  useEffect(() => {
    document.title = `${messages.title} · Medley`;
  }, [messages]);
  return (
    <div className="sign-in">
      <header className="sign-in-head">
        <Logo />
        <Preferences />
      </header>
      <main className="sign-in-main">
        <section className="sign-in-about">
          <h1>
            <span>{messages.leadIn}</span> <span>{messages.leadOut}</span>
          </h1>
          <p>{messages.about}</p>
          <ul>
            {[messages.step1, messages.step2, messages.step3, messages.step4].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>
            <a href={`${serviceUrl}/docs`}>{messages.reference}</a>
          </p>
        </section>
        <div className="sign-in-side">
          <KeyForm reason={reason} />
          <section className="sign-in-how">
            <h2>{messages.howTitle}</h2>
            <ul>
              <li>{messages.howStart}</li>
              <li>{messages.howOwner}</li>
              <li>
                {messages.howOperator} <code>{CREATE_ACCOUNT}</code>
              </li>
            </ul>
          </section>
        </div>
      </main>
    </div>
  );
}
