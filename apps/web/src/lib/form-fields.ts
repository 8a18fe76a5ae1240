// The validator is told how to work before the first of its schemas is made.
import './validator.js';

export {
  ContactFields,
  LoginFields,
  NewPassword,
  NewPasswordFields,
  ProfileFields,
  RegistrationFields,
  ResetRequestFields,
  WithdrawalFields,
} from '@segue/contracts';
