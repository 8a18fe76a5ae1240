import { Body, Controller, Param } from '@nestjs/common';
import {
  adminStanding,
  type BodyOf,
  changePassword,
  deleteProfile,
  login,
  logout,
  type ParamsOf,
  profile,
  register,
  updateProfile,
} from '@segue/contracts';
import { Route, type SessionUser, User } from '@segue/service';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Route(register)
  register(@Body() body: BodyOf<typeof register>) {
    return this.accounts.register(body);
  }

  @Route(login)
  login(@Body() body: BodyOf<typeof login>) {
    return this.accounts.login(body);
  }

  @Route(logout)
  logout(@User() user: SessionUser) {
    return this.accounts.logout(user);
  }

  @Route(profile)
  profile(@User() user: SessionUser) {
    return this.accounts.profile(user);
  }

  @Route(updateProfile)
  updateProfile(@User() user: SessionUser, @Body() body: BodyOf<typeof updateProfile>) {
    return this.accounts.updateProfile(user, body);
  }

  @Route(changePassword)
  changePassword(@User() user: SessionUser, @Body() body: BodyOf<typeof changePassword>) {
    return this.accounts.changePassword(user, body);
  }

  @Route(deleteProfile)
  deleteProfile(@User() user: SessionUser) {
    return this.accounts.delete(user);
  }

  @Route(adminStanding)
  async adminStanding(@Param() { userId }: ParamsOf<typeof adminStanding>) {
    return { isAdmin: await this.accounts.isAdmin(userId) };
  }
}
